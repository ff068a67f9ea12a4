# Generated from src/contract by tools/generate.ts. Do not edit.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from . import types
from ._call import Request, segment
from ._listing import Listing, Send
from ._omit import OMIT, Maybe


class Customers:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        *,
        type: Maybe[Literal["consumer", "business"]] = OMIT,
        currency: Maybe[str] = OMIT,
        status: Maybe[Literal["active", "suspended"]] = OMIT,
        email: Maybe[str] = OMIT,
        name: Maybe[types.CustomerName] = OMIT,
        phone: Maybe[str] = OMIT,
        policy: Maybe[types.Policy] = OMIT,
        shadowPolicy: Maybe[types.ShadowPolicy] = OMIT,
        limits: Maybe[types.LimitsInput] = OMIT,
        metadata: Maybe[Dict[str, Any]] = OMIT,
        costCenter: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedCustomer:
        """Create a customer. At least one of `email` and `name` is required.

        `POST /customers`

        Args:
            currency: The currency of the customer as ISO 4217 code, any case. Default: the account's currency.
                A change of the customer cannot name another.
            metadata: Any JSON object, at most 16 KiB and 8 levels.
            costCenter: The cost center, a text of your own: the part of the business that purchases are for. A
                purchase has the cost center of its card, else of its agent, else of its customer, as it is at
                the authorization.
        """
        return self._send(
            Request[types.ChangedCustomer](
                "POST",
                "/customers",
                body={
                    "type": type,
                    "currency": currency,
                    "status": status,
                    "email": email,
                    "name": name,
                    "phone": phone,
                    "policy": policy,
                    "shadowPolicy": shadowPolicy,
                    "limits": limits,
                    "metadata": metadata,
                    "costCenter": costCenter,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        email: Maybe[str] = OMIT,
        status: Maybe[Literal["active", "suspended"]] = OMIT,
        search: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Customer]:
        """List customers.

        `GET /customers`

        Args:
            email: Only entries with this `email`.
            status: Only entries with this `status`.
            search: Words to search for, each of which must occur in `name` or `email`. Upper and lower case of
                ASCII letters are the same. A page reads a bounded number of entries: it may end early or be
                empty, and still have `hasMore`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Customer](
            self._send,
            Request(
                "GET",
                "/customers",
                query={
                    "email": email,
                    "status": status,
                    "search": search,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        customer_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Customer:
        """Read a customer.

        `GET /customers/{customerId}`
        """
        return self._send(
            Request[types.Customer](
                "GET",
                f"/customers/{segment(customer_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        customer_id: str,
        /,
        *,
        type: Maybe[Literal["consumer", "business"]] = OMIT,
        currency: Maybe[str] = OMIT,
        status: Maybe[Literal["active", "suspended"]] = OMIT,
        email: Maybe[Optional[str]] = OMIT,
        name: Maybe[Optional[types.CustomerNamePatch]] = OMIT,
        phone: Maybe[Optional[str]] = OMIT,
        policy: Maybe[Optional[types.PolicyPatch]] = OMIT,
        shadowPolicy: Maybe[Optional[types.ShadowPolicyPatch]] = OMIT,
        limits: Maybe[Optional[types.LimitsInputPatch]] = OMIT,
        metadata: Maybe[Optional[Dict[str, Any]]] = OMIT,
        costCenter: Maybe[Optional[str]] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedCustomer:
        """Change a customer. Objects are merged (RFC 7396): an absent field stays as it is, `null` unsets a
        field, and arrays are replaced whole.

        `PATCH /customers/{customerId}`

        Args:
            currency: The currency of the customer as ISO 4217 code, any case. Default: the account's currency.
                A change of the customer cannot name another.
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.ChangedCustomer](
                "PATCH",
                f"/customers/{segment(customer_id)}",
                body={
                    "type": type,
                    "currency": currency,
                    "status": status,
                    "email": email,
                    "name": name,
                    "phone": phone,
                    "policy": policy,
                    "shadowPolicy": shadowPolicy,
                    "limits": limits,
                    "metadata": metadata,
                    "costCenter": costCenter,
                    "proof": proof,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def policy(
        self,
        customer_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PolicySummary:
        """Read the effective policy of a customer. The effective policy, the level that each field comes from,
        and the spent and the remaining amount of each limit.

        `GET /customers/{customerId}/policy`
        """
        return self._send(
            Request[types.PolicySummary](
                "GET",
                f"/customers/{segment(customer_id)}/policy",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def budget(
        self,
        customer_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Budget:
        """Read what a customer may spend now. The remaining and the held amount of every limit, the other
        rules that apply, and what waits for a person.

        `GET /customers/{customerId}/budget`
        """
        return self._send(
            Request[types.Budget](
                "GET",
                f"/customers/{segment(customer_id)}/budget",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def exposure(
        self,
        customer_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Exposure:
        """Read the most that can still be approved for a customer. The most that can be approved in the next
        24 hours, in the next 168 hours, until the end of the UTC month, and without an end. It is never
        possible to approve more.

        `GET /customers/{customerId}/exposure`
        """
        return self._send(
            Request[types.Exposure](
                "GET",
                f"/customers/{segment(customer_id)}/exposure",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def shadow(
        self,
        customer_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Shadow:
        """Compare the shadow policy of a customer with its policy.

        `GET /customers/{customerId}/shadow`
        """
        return self._send(
            Request[types.Shadow](
                "GET",
                f"/customers/{segment(customer_id)}/shadow",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def promote_shadow(
        self,
        customer_id: str,
        /,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedCustomer:
        """Make the shadow policy of a customer its policy. The shadow policy replaces `policy`. Then there is
        no shadow policy.

        `POST /customers/{customerId}/shadow/promote`
        """
        return self._send(
            Request[types.ChangedCustomer](
                "POST",
                f"/customers/{segment(customer_id)}/shadow/promote",
                body={
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Agents:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        *,
        customerId: str,
        externalId: str,
        name: Maybe[str] = OMIT,
        status: Maybe[Literal["active", "paused", "disabled"]] = OMIT,
        limits: Maybe[types.LimitsInput] = OMIT,
        policy: Maybe[types.Policy] = OMIT,
        shadowPolicy: Maybe[types.ShadowPolicy] = OMIT,
        metadata: Maybe[Dict[str, Any]] = OMIT,
        costCenter: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedAgent:
        """Register an agent. Idempotent by `externalId`: the same customer gets the existing agent, unchanged,
        with status 200.

        `POST /agents`

        Args:
            name: The name of the agent. Default: the `externalId`.
            metadata: Any JSON object, at most 16 KiB and 8 levels.
            costCenter: The cost center, a text of your own: the part of the business that purchases are for. A
                purchase has the cost center of its card, else of its agent, else of its customer, as it is at
                the authorization.
        """
        return self._send(
            Request[types.ChangedAgent](
                "POST",
                "/agents",
                body={
                    "customerId": customerId,
                    "externalId": externalId,
                    "name": name,
                    "status": status,
                    "limits": limits,
                    "policy": policy,
                    "shadowPolicy": shadowPolicy,
                    "metadata": metadata,
                    "costCenter": costCenter,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        customerId: Maybe[str] = OMIT,
        status: Maybe[Literal["active", "paused", "disabled"]] = OMIT,
        externalId: Maybe[str] = OMIT,
        search: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Agent]:
        """List agents.

        `GET /agents`

        Args:
            status: Only entries with this `status`.
            externalId: Only entries with this `externalId`.
            search: Words to search for, each of which must occur in `name` or `externalId`. Upper and lower
                case of ASCII letters are the same. A page reads a bounded number of entries: it may end early
                or be empty, and still have `hasMore`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Agent](
            self._send,
            Request(
                "GET",
                "/agents",
                query={
                    "customerId": customerId,
                    "status": status,
                    "externalId": externalId,
                    "search": search,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        agent_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Agent:
        """Read an agent.

        `GET /agents/{agentId}`
        """
        return self._send(
            Request[types.Agent](
                "GET",
                f"/agents/{segment(agent_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        agent_id: str,
        /,
        *,
        name: Maybe[str] = OMIT,
        status: Maybe[Literal["active", "paused", "disabled"]] = OMIT,
        limits: Maybe[Optional[types.LimitsInputPatch]] = OMIT,
        policy: Maybe[Optional[types.PolicyPatch]] = OMIT,
        shadowPolicy: Maybe[Optional[types.ShadowPolicyPatch]] = OMIT,
        metadata: Maybe[Optional[Dict[str, Any]]] = OMIT,
        costCenter: Maybe[Optional[str]] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedAgent:
        """Change an agent. Objects are merged (RFC 7396). `disabled` is final.

        `PATCH /agents/{agentId}`

        Args:
            name: The name of the agent. Default: the `externalId`.
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.ChangedAgent](
                "PATCH",
                f"/agents/{segment(agent_id)}",
                body={
                    "name": name,
                    "status": status,
                    "limits": limits,
                    "policy": policy,
                    "shadowPolicy": shadowPolicy,
                    "metadata": metadata,
                    "costCenter": costCenter,
                    "proof": proof,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def delete(
        self,
        agent_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Agent:
        """Delete an agent and close its cards. The transactions of the agent stay readable; the `externalId`
        is free again.

        `DELETE /agents/{agentId}`
        """
        return self._send(
            Request[types.Agent](
                "DELETE",
                f"/agents/{segment(agent_id)}",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def policy(
        self,
        agent_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PolicySummary:
        """Read the effective policy of an agent. The effective policy, the level that each field comes from,
        and the spent and the remaining amount of each limit.

        `GET /agents/{agentId}/policy`
        """
        return self._send(
            Request[types.PolicySummary](
                "GET",
                f"/agents/{segment(agent_id)}/policy",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def exposure(
        self,
        agent_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Exposure:
        """Read the most that can still be approved for an agent. The most that can be approved in the next 24
        hours, in the next 168 hours, until the end of the UTC month, and without an end. It is never
        possible to approve more.

        `GET /agents/{agentId}/exposure`
        """
        return self._send(
            Request[types.Exposure](
                "GET",
                f"/agents/{segment(agent_id)}/exposure",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def shadow(
        self,
        agent_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Shadow:
        """Compare the shadow policy of an agent with its policy.

        `GET /agents/{agentId}/shadow`
        """
        return self._send(
            Request[types.Shadow](
                "GET",
                f"/agents/{segment(agent_id)}/shadow",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def promote_shadow(
        self,
        agent_id: str,
        /,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedAgent:
        """Make the shadow policy of an agent its policy. The shadow policy replaces `policy`. Then there is no
        shadow policy.

        `POST /agents/{agentId}/shadow/promote`
        """
        return self._send(
            Request[types.ChangedAgent](
                "POST",
                f"/agents/{segment(agent_id)}/shadow/promote",
                body={
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def obstacles(
        self,
        agent_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AgentObstacles:
        """Read what stood in the way of an agent, by shop. The obstacles that the agent has reported with
        `POST /intents/{intentId}/report`, counted for each shop.

        `GET /agents/{agentId}/obstacles`
        """
        return self._send(
            Request[types.AgentObstacles](
                "GET",
                f"/agents/{segment(agent_id)}/obstacles",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def budget(
        self,
        agent_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AgentBudget:
        """Read what an agent may spend now. The remaining amount of every limit, the other rules that apply,
        what waits for a person, and the same for each of its cards.

        `GET /agents/{agentId}/budget`
        """
        return self._send(
            Request[types.AgentBudget](
                "GET",
                f"/agents/{segment(agent_id)}/budget",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Cards:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        *,
        customerId: str,
        agentId: Maybe[str] = OMIT,
        type: Maybe[Literal["virtual", "physical"]] = OMIT,
        issuer: Maybe[Literal["purser", "stripe", "lithic"]] = OMIT,
        shipping: Maybe[types.Address] = OMIT,
        status: Maybe[Literal["active", "frozen", "closed", "locked", "canceled", "cancelled"]] = OMIT,
        usage: Maybe[Literal["single", "multi"]] = OMIT,
        limits: Maybe[types.LimitsInput] = OMIT,
        policy: Maybe[types.Policy] = OMIT,
        shadowPolicy: Maybe[types.ShadowPolicy] = OMIT,
        billing: Maybe[types.Address] = OMIT,
        label: Maybe[str] = OMIT,
        configuration: Maybe[Dict[str, Any]] = OMIT,
        metadata: Maybe[Dict[str, Any]] = OMIT,
        costCenter: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedCard:
        """Issue a card.

        `POST /cards`

        Args:
            issuer: The issuer of the card. Default: the setting `PURSER_ISSUER`.
            label: The name that people give the card.
            configuration: Any JSON object, at most 16 KiB and 8 levels.
            metadata: Any JSON object, at most 16 KiB and 8 levels.
            costCenter: The cost center, a text of your own: the part of the business that purchases are for. A
                purchase has the cost center of its card, else of its agent, else of its customer, as it is at
                the authorization.
        """
        return self._send(
            Request[types.ChangedCard](
                "POST",
                "/cards",
                body={
                    "customerId": customerId,
                    "agentId": agentId,
                    "type": type,
                    "issuer": issuer,
                    "shipping": shipping,
                    "status": status,
                    "usage": usage,
                    "limits": limits,
                    "policy": policy,
                    "shadowPolicy": shadowPolicy,
                    "billing": billing,
                    "label": label,
                    "configuration": configuration,
                    "metadata": metadata,
                    "costCenter": costCenter,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        parentCardId: Maybe[str] = OMIT,
        intentId: Maybe[str] = OMIT,
        status: Maybe[Literal["active", "frozen", "closed", "locked", "canceled", "cancelled"]] = OMIT,
        search: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Card]:
        """List cards.

        `GET /cards`

        Args:
            parentCardId: The one-time cards of this card. Without this filter and `intentId` the list has no
                one-time cards.
            intentId: The one-time cards that were made for this intent.
            status: Only entries with this `status`.
            search: Words to search for, each of which must occur in `label` or `last4`. Upper and lower case of
                ASCII letters are the same. A page reads a bounded number of entries: it may end early or be
                empty, and still have `hasMore`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Card](
            self._send,
            Request(
                "GET",
                "/cards",
                query={
                    "customerId": customerId,
                    "agentId": agentId,
                    "parentCardId": parentCardId,
                    "intentId": intentId,
                    "status": status,
                    "search": search,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        card_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Card:
        """Read a card.

        `GET /cards/{cardId}`
        """
        return self._send(
            Request[types.Card](
                "GET",
                f"/cards/{segment(card_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        card_id: str,
        /,
        *,
        status: Maybe[Literal["active", "frozen", "closed", "locked", "canceled", "cancelled"]] = OMIT,
        usage: Maybe[Literal["single", "multi"]] = OMIT,
        limits: Maybe[Optional[types.LimitsInputPatch]] = OMIT,
        policy: Maybe[Optional[types.PolicyPatch]] = OMIT,
        shadowPolicy: Maybe[Optional[types.ShadowPolicyPatch]] = OMIT,
        billing: Maybe[Optional[types.AddressPatch]] = OMIT,
        label: Maybe[Optional[str]] = OMIT,
        configuration: Maybe[Optional[Dict[str, Any]]] = OMIT,
        metadata: Maybe[Optional[Dict[str, Any]]] = OMIT,
        costCenter: Maybe[Optional[str]] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedCard:
        """Change a card. Objects are merged (RFC 7396). `status` does the same as the action of that name.

        `PATCH /cards/{cardId}`

        Args:
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.ChangedCard](
                "PATCH",
                f"/cards/{segment(card_id)}",
                body={
                    "status": status,
                    "usage": usage,
                    "limits": limits,
                    "policy": policy,
                    "shadowPolicy": shadowPolicy,
                    "billing": billing,
                    "label": label,
                    "configuration": configuration,
                    "metadata": metadata,
                    "costCenter": costCenter,
                    "proof": proof,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def freeze(
        self,
        card_id: str,
        /,
        *,
        reason: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Card:
        """Freeze a card.

        `POST /cards/{cardId}/freeze`

        Args:
            reason: Why the card is frozen. The event `card.frozen` has this text as its `note`.
        """
        return self._send(
            Request[types.Card](
                "POST",
                f"/cards/{segment(card_id)}/freeze",
                body={
                    "reason": reason,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def unfreeze(
        self,
        card_id: str,
        /,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Card:
        """Unfreeze a card.

        `POST /cards/{cardId}/unfreeze`
        """
        return self._send(
            Request[types.Card](
                "POST",
                f"/cards/{segment(card_id)}/unfreeze",
                body={
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def close(
        self,
        card_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Card:
        """Close a card for good.

        `POST /cards/{cardId}/close`
        """
        return self._send(
            Request[types.Card](
                "POST",
                f"/cards/{segment(card_id)}/close",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def unlock_credentials(
        self,
        card_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Card:
        """Allow purchases by number again after wrong expiries or CVVs. Resets the count of wrong expiries and
        CVVs. If the count is zero, nothing happens.

        `POST /cards/{cardId}/unlock-credentials`
        """
        return self._send(
            Request[types.Card](
                "POST",
                f"/cards/{segment(card_id)}/unlock-credentials",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def retry_issuer(
        self,
        card_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Card:
        """Repeat the calls to the issuer of a card. Repeats calls that the issuer refused or that were given
        up, and makes waiting calls at once, with the present billing address and name. If there are none,
        nothing happens.

        `POST /cards/{cardId}/retry-issuer`
        """
        return self._send(
            Request[types.Card](
                "POST",
                f"/cards/{segment(card_id)}/retry-issuer",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def number_session(
        self,
        card_id: str,
        /,
        *,
        intentId: Maybe[str] = OMIT,
        purpose: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        nonce: Maybe[str] = OMIT,
        origin: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NumberSession:
        """Have the issuer of a card show its number. Checks, counts and records the same as `POST
        /cards/{cardId}/details`. The answer has no number: the issuer's own script shows it in the browser,
        once.

        `POST /cards/{cardId}/number-session`

        Args:
            purpose: What the purchase is for.
            nonce: For cards of Stripe: the nonce of Stripe.js in the browser that will show the number.
            origin: For cards of Lithic: the origin of the page that will show the number.
        """
        return self._send(
            Request[types.NumberSession](
                "POST",
                f"/cards/{segment(card_id)}/number-session",
                body={
                    "intentId": intentId,
                    "purpose": purpose,
                    "proof": proof,
                    "nonce": nonce,
                    "origin": origin,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def details(
        self,
        card_id: str,
        /,
        *,
        intentId: Maybe[str] = OMIT,
        purpose: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CardCredentials:
        """Read the card number. Every read and every refusal is recorded as an access event. The operation
        runs each time, even with the same `Idempotency-Key`: a repeat counts as a read of its own, and its
        access event names the first one in `replayOf`. A person who has a passkey has to send `proof`, and
        every person has to if the account sets `numbersNeedPasskey`: see `POST
        /cards/{cardId}/details-options`.

        `POST /cards/{cardId}/details`

        Args:
            purpose: What the purchase is for.
        """
        return self._send(
            Request[types.CardCredentials](
                "POST",
                f"/cards/{segment(card_id)}/details",
                body={
                    "intentId": intentId,
                    "purpose": purpose,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def details_options(
        self,
        card_id: str,
        /,
        *,
        intentId: Maybe[str] = OMIT,
        purpose: Maybe[str] = OMIT,
        sealTo: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasskeyOptions:
        """Begin to confirm a read of a card number by passkey. Answers a challenge for the card, `intentId`
        and `purpose`, valid once, for five minutes. For people alone. What an authenticator signs for the
        challenge is the `proof` of that read, and of no other.

        `POST /cards/{cardId}/details-options`

        Args:
            purpose: What the purchase is for.
            sealTo: The filler for which the card number is sealed, if it is read with `POST
                /cards/{cardId}/sealed-details`.
        """
        return self._send(
            Request[types.PasskeyOptions](
                "POST",
                f"/cards/{segment(card_id)}/details-options",
                body={
                    "intentId": intentId,
                    "purpose": purpose,
                    "sealTo": sealTo,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def request_access(
        self,
        card_id: str,
        /,
        *,
        purpose: str,
        intentId: Maybe[str] = OMIT,
        expectedAmount: Maybe[int] = OMIT,
        merchant: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AccessEvent:
        """Attest to a purpose before reading the card number. A refusal because of the customer, agent, card,
        intent or approval is answered with 200 and `decision` "denied".

        `POST /cards/{cardId}/access`

        Args:
            purpose: What the purchase is for.
            expectedAmount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99
                USD.
            merchant: Merchant name.
        """
        return self._send(
            Request[types.AccessEvent](
                "POST",
                f"/cards/{segment(card_id)}/access",
                body={
                    "purpose": purpose,
                    "intentId": intentId,
                    "expectedAmount": expectedAmount,
                    "merchant": merchant,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list_access_events(
        self,
        card_id: str,
        /,
        *,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.AccessEvent]:
        """List the reads of a card number.

        `GET /cards/{cardId}/access-events`

        Args:
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.AccessEvent](
            self._send,
            Request(
                "GET",
                f"/cards/{segment(card_id)}/access-events",
                query={
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def policy(
        self,
        card_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PolicySummary:
        """Read the effective policy of a card. The effective policy, the level that each field comes from, and
        the spent and the remaining amount of each limit.

        `GET /cards/{cardId}/policy`
        """
        return self._send(
            Request[types.PolicySummary](
                "GET",
                f"/cards/{segment(card_id)}/policy",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def exposure(
        self,
        card_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Exposure:
        """Read the most that can still be approved for a card. The most that can be approved in the next 24
        hours, in the next 168 hours, until the end of the UTC month, and without an end. It is never
        possible to approve more.

        `GET /cards/{cardId}/exposure`
        """
        return self._send(
            Request[types.Exposure](
                "GET",
                f"/cards/{segment(card_id)}/exposure",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def shadow(
        self,
        card_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Shadow:
        """Compare the shadow policy of a card with its policy.

        `GET /cards/{cardId}/shadow`
        """
        return self._send(
            Request[types.Shadow](
                "GET",
                f"/cards/{segment(card_id)}/shadow",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def promote_shadow(
        self,
        card_id: str,
        /,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangedCard:
        """Make the shadow policy of a card its policy. The shadow policy replaces `policy`. Then there is no
        shadow policy.

        `POST /cards/{cardId}/shadow/promote`
        """
        return self._send(
            Request[types.ChangedCard](
                "POST",
                f"/cards/{segment(card_id)}/shadow/promote",
                body={
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def budget(
        self,
        card_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Budget:
        """Read what a card may spend now. The remaining amount of every limit, the other rules that apply, and
        what waits for a person.

        `GET /cards/{cardId}/budget`
        """
        return self._send(
            Request[types.Budget](
                "GET",
                f"/cards/{segment(card_id)}/budget",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def sealed_details(
        self,
        card_id: str,
        /,
        *,
        sealTo: str,
        intentId: Maybe[str] = OMIT,
        purpose: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SealedDetails:
        """Read the card number, sealed for a filler. Checks, counts and records the same as `POST
        /cards/{cardId}/details`. The number in the answer is sealed: only the filler of the agent can open
        it, and the caller cannot.

        `POST /cards/{cardId}/sealed-details`

        Args:
            sealTo: The filler for which the card number is sealed. The filler must belong to the card's agent.
            purpose: What the purchase is for.
        """
        return self._send(
            Request[types.SealedDetails](
                "POST",
                f"/cards/{segment(card_id)}/sealed-details",
                body={
                    "sealTo": sealTo,
                    "intentId": intentId,
                    "purpose": purpose,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class AccessEvents:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        access_event_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AccessEvent:
        """Read an access event.

        `GET /access-events/{accessEventId}`
        """
        return self._send(
            Request[types.AccessEvent](
                "GET",
                f"/access-events/{segment(access_event_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Fillers:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        agent_id: str,
        /,
        *,
        name: str,
        publicKey: types.FillerKey,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Filler:
        """Register a filler, which enters card numbers for an agent. A filler is registered by its public key.
        An agent has at most 20. A person who has a passkey has to confirm it with `proof`, like a read of a
        number.

        `POST /agents/{agentId}/fillers`

        Args:
            name: The name that people give the filler.
        """
        return self._send(
            Request[types.Filler](
                "POST",
                f"/agents/{segment(agent_id)}/fillers",
                body={
                    "name": name,
                    "publicKey": publicKey,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        agent_id: str,
        /,
        *,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Filler]:
        """List the fillers of an agent.

        `GET /agents/{agentId}/fillers`

        Args:
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Filler](
            self._send,
            Request(
                "GET",
                f"/agents/{segment(agent_id)}/fillers",
                query={
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def delete(
        self,
        filler_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Filler:
        """Delete a filler. No card number is sealed for the filler any more. The filler can still open what
        was sealed for it before.

        `DELETE /fillers/{fillerId}`
        """
        return self._send(
            Request[types.Filler](
                "DELETE",
                f"/fillers/{segment(filler_id)}",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Intents:
    def __init__(self, send: Send) -> None:
        self._send = send

    def declare(
        self,
        card_id: str,
        /,
        *,
        purpose: str,
        intentId: Maybe[str] = OMIT,
        expectedAmount: Maybe[int] = OMIT,
        expectedCurrency: Maybe[str] = OMIT,
        expectedMerchant: Maybe[str] = OMIT,
        expectedMccs: Maybe[List[str]] = OMIT,
        expectedOrigin: Maybe[str] = OMIT,
        merchantOrderId: Maybe[str] = OMIT,
        subscriptionId: Maybe[str] = OMIT,
        items: Maybe[List[types.OrderItem]] = OMIT,
        tax: Maybe[int] = OMIT,
        shipping: Maybe[int] = OMIT,
        tolerance: Maybe[int] = OMIT,
        tolerancePercent: Maybe[float] = OMIT,
        ttlMinutes: Maybe[int] = OMIT,
        validMinutes: Maybe[int] = OMIT,
        metadata: Maybe[Dict[str, Any]] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Intent:
        """Declare an intent. A repeated request with the same `intentId` and body is answered with 200 and the
        existing intent. A card has at most 1000 intents that are `pending` or `pending_approval`.

        `POST /cards/{cardId}/intents`

        Args:
            purpose: What the purchase is for.
            intentId: The caller's own id of the intent, unique per card.
            expectedAmount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99
                USD.
            expectedCurrency: ISO 4217 currency code, any case. Default: the customer's. An intent in another
                currency matches no purchase.
            expectedMerchant: Merchant name.
            expectedOrigin: The origin of the shop where the card number will be entered: `https` and a host.
                Fillers enter the number nowhere else.
            merchantOrderId: The shop's number of the order or the cart, where it is known before the payment.
                No decision reads it.
            subscriptionId: The active subscription of whose period the intent is the first charge. The purchase
                takes the period, needs no approval, and costs at most `maxAmount` of the subscription.
            items: The items of the order, in the words of the caller. With `tax` and `shipping` their amounts
                come to `expectedAmount`. No decision reads them.
            tax: The tax of the order that no item includes, in minor units of the currency of the purchase.
            shipping: The shipping costs of the order, in minor units of the currency of the purchase.
            tolerance: Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY
                where the customer is in JPY.
            ttlMinutes: For how many minutes an intent that needs no approval can be used for its purchase.
                Default: `validMinutes`, or else 30.
            validMinutes: For how many minutes after its approval the intent can be used for its purchase,
                unless the approver says otherwise. Default: `ttlMinutes`.
            metadata: Any JSON object, at most 16 KiB and 8 levels.
        """
        return self._send(
            Request[types.Intent](
                "POST",
                f"/cards/{segment(card_id)}/intents",
                body={
                    "purpose": purpose,
                    "intentId": intentId,
                    "expectedAmount": expectedAmount,
                    "expectedCurrency": expectedCurrency,
                    "expectedMerchant": expectedMerchant,
                    "expectedMccs": expectedMccs,
                    "expectedOrigin": expectedOrigin,
                    "merchantOrderId": merchantOrderId,
                    "subscriptionId": subscriptionId,
                    "items": items,
                    "tax": tax,
                    "shipping": shipping,
                    "tolerance": tolerance,
                    "tolerancePercent": tolerancePercent,
                    "ttlMinutes": ttlMinutes,
                    "validMinutes": validMinutes,
                    "metadata": metadata,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list_for_card(
        self,
        card_id: str,
        /,
        *,
        status: Maybe[Literal["pending_approval", "pending", "matched", "mismatched", "expired", "rejected", "canceled"]] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Intent]:
        """List the intents of a card.

        `GET /cards/{cardId}/intents`

        Args:
            status: Only entries with this `status`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Intent](
            self._send,
            Request(
                "GET",
                f"/cards/{segment(card_id)}/intents",
                query={
                    "status": status,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        status: Maybe[Literal["pending_approval", "pending", "matched", "mismatched", "expired", "rejected", "canceled"]] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Intent]:
        """List intents.

        `GET /intents`

        Args:
            status: Only entries with this `status`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Intent](
            self._send,
            Request(
                "GET",
                "/intents",
                query={
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "status": status,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        intent_id: str,
        /,
        *,
        waitSeconds: Maybe[int] = OMIT,
        knownStatus: Maybe[Literal["pending_approval", "pending", "matched", "mismatched", "expired", "rejected", "canceled"]] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Intent:
        """Read an intent. With `waitSeconds` the answer comes when the status has changed, or after that time,
        or at once if the status is final. A caller can have at most 256 such requests on a node.

        `GET /intents/{intentId}`

        Args:
            waitSeconds: How many seconds to wait for another status of the intent.
            knownStatus: With `waitSeconds`: the status of the intent that the caller has seen last. If the
                intent has another status by now, the answer comes at once.
        """
        return self._send(
            Request[types.Intent](
                "GET",
                f"/intents/{segment(intent_id)}",
                query={
                    "waitSeconds": waitSeconds,
                    "knownStatus": knownStatus,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def approve(
        self,
        intent_id: str,
        /,
        *,
        note: Maybe[str] = OMIT,
        validMinutes: Maybe[int] = OMIT,
        shown: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Intent:
        """Approve an intent. If the policy sets `requireSeparateApprover`, the key that declared the intent
        cannot approve it. Above `approvalPasskeyAbove` of the account, a person has to send `proof`: the
        answer of a passkey to `POST /intents/{intentId}/approval-options`.

        `POST /intents/{intentId}/approve`

        Args:
            validMinutes: For how many minutes from now on the intent can be used for its purchase. Default: as
                the intent declares.
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.Intent](
                "POST",
                f"/intents/{segment(intent_id)}/approve",
                body={
                    "note": note,
                    "validMinutes": validMinutes,
                    "shown": shown,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def reject(
        self,
        intent_id: str,
        /,
        *,
        reason: Maybe[str] = OMIT,
        shown: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Intent:
        """Reject an intent. Rejecting takes `proof` if approving the intent takes it.

        `POST /intents/{intentId}/reject`

        Args:
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.Intent](
                "POST",
                f"/intents/{segment(intent_id)}/reject",
                body={
                    "reason": reason,
                    "shown": shown,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def cancel(
        self,
        intent_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Intent:
        """Cancel an intent.

        `POST /intents/{intentId}/cancel`
        """
        return self._send(
            Request[types.Intent](
                "POST",
                f"/intents/{segment(intent_id)}/cancel",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def revoke_approval(
        self,
        intent_id: str,
        /,
        *,
        reason: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Intent:
        """Revoke the approval of an intent. While no purchase has matched the intent: it becomes `canceled`,
        and what was released for it permits no further read of a number. It only narrows, so it takes no
        passkey, and whoever declared the intent may do it, too.

        `POST /intents/{intentId}/revoke-approval`
        """
        return self._send(
            Request[types.Intent](
                "POST",
                f"/intents/{segment(intent_id)}/revoke-approval",
                body={
                    "reason": reason,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def report(
        self,
        intent_id: str,
        /,
        *,
        outcome: Literal["completed", "failed", "abandoned"],
        obstacle: Maybe[Literal["captcha", "3ds_challenge", "cdn_block", "login_required", "payment_declined", "payment_required", "out_of_stock", "price_changed", "page_changed", "covered", "hidden", "step", "terms", "language", "encrypts", "nothing_sent", "page_error", "other"]] = OMIT,
        orderReference: Maybe[str] = OMIT,
        receiptHash: Maybe[str] = OMIT,
        note: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Intent:
        """Report how the purchase of an intent ended. The intent may have any status. The last report counts;
        repeating it changes nothing.

        `POST /intents/{intentId}/report`

        Args:
            outcome: How the purchase ended. `completed`: the shop has confirmed it. `failed`: it failed.
                `abandoned`: the agent gave up before the end.
            obstacle: The obstacle to a purchase that failed or was abandoned. `cdn_block` is a refusal before
                the shop, `payment_required` a shop that wants a payment token (HTTP 402). A filler tells
                `covered`, `hidden`, `step`, `terms`, `language`, `encrypts`, `nothing_sent` and `page_error` of
                the checkout.
            orderReference: The shop's number of the order.
            receiptHash: SHA-256 of the shop's receipt, in hexadecimal.
        """
        return self._send(
            Request[types.Intent](
                "POST",
                f"/intents/{segment(intent_id)}/report",
                body={
                    "outcome": outcome,
                    "obstacle": obstacle,
                    "orderReference": orderReference,
                    "receiptHash": receiptHash,
                    "note": note,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def approval_options(
        self,
        intent_id: str,
        /,
        *,
        decision: Literal["approve", "reject"],
        shown: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasskeyOptions:
        """Begin to confirm a decision by passkey. A challenge for the intent as it is, its ceiling and the
        decision, which a passkey of the person signs. For people alone.

        `POST /intents/{intentId}/approval-options`

        Args:
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.PasskeyOptions](
                "POST",
                f"/intents/{segment(intent_id)}/approval-options",
                body={
                    "decision": decision,
                    "shown": shown,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Approvals:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        status: Maybe[Literal["pending", "approved", "rejected", "expired", "canceled"]] = OMIT,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Approval]:
        """List approvals. With `?status=pending`, those that wait for a decision.

        `GET /approvals`

        Args:
            status: Only entries with this `status`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Approval](
            self._send,
            Request(
                "GET",
                "/approvals",
                query={
                    "status": status,
                    "customerId": customerId,
                    "agentId": agentId,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        approval_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Approval:
        """Read an approval.

        `GET /approvals/{approvalId}`
        """
        return self._send(
            Request[types.Approval](
                "GET",
                f"/approvals/{segment(approval_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def proof(
        self,
        approval_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApprovalProof:
        """Read what a passkey signed for an approval. Everything that another party needs to verify who
        decided, what the decision was about, and how it was made.

        `GET /approvals/{approvalId}/proof`
        """
        return self._send(
            Request[types.ApprovalProof](
                "GET",
                f"/approvals/{segment(approval_id)}/proof",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class ChangeRequests:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        *,
        why: str,
        cardId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        wanted: Maybe[types.WantedChange] = OMIT,
        once: Maybe[types.OnceForIntent] = OMIT,
        transactionId: Maybe[str] = OMIT,
        purchase: Maybe[types.WantedPurchase] = OMIT,
        ttlMinutes: Maybe[int] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangeRequest:
        """Ask for a change of a card or an agent. A person decides about the change request. With `once` it
        asks for an exception for the purchase of one intent. A request for the same change, before the
        first one expires, is answered with 200 and the first one as it stands. At most 20 requests of an
        agent, or of a card without an agent, can wait.

        `POST /change-requests`

        Args:
            why: What the change is needed for.
            transactionId: The declined purchase that the change is for.
            ttlMinutes: For how many minutes the change request waits for a person. Default 1440.
        """
        return self._send(
            Request[types.ChangeRequest](
                "POST",
                "/change-requests",
                body={
                    "why": why,
                    "cardId": cardId,
                    "agentId": agentId,
                    "wanted": wanted,
                    "once": once,
                    "transactionId": transactionId,
                    "purchase": purchase,
                    "ttlMinutes": ttlMinutes,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        status: Maybe[Literal["pending", "approved", "rejected", "expired", "canceled"]] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.ChangeRequest]:
        """List change requests. With `?status=pending`, those that wait for a person.

        `GET /change-requests`

        Args:
            status: Only entries with this `status`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.ChangeRequest](
            self._send,
            Request(
                "GET",
                "/change-requests",
                query={
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "status": status,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        change_request_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangeRequest:
        """Read a change request.

        `GET /change-requests/{changeRequestId}`
        """
        return self._send(
            Request[types.ChangeRequest](
                "GET",
                f"/change-requests/{segment(change_request_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def approve(
        self,
        change_request_id: str,
        /,
        *,
        note: Maybe[str] = OMIT,
        shown: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangeRequest:
        """Approve a change request. Makes the change, as a PATCH would; for an exception it approves the
        intent instead, and no policy changes. If the policy sets `requireSeparateApprover`, neither the key
        that requested the change nor a key that it created can approve it. If more than
        `approvalPasskeyAbove` could then be spent without a person, a person has to confirm it with
        `proof`.

        `POST /change-requests/{changeRequestId}/approve`

        Args:
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.ChangeRequest](
                "POST",
                f"/change-requests/{segment(change_request_id)}/approve",
                body={
                    "note": note,
                    "shown": shown,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def reject(
        self,
        change_request_id: str,
        /,
        *,
        note: Maybe[str] = OMIT,
        shown: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangeRequest:
        """Reject a change request.

        `POST /change-requests/{changeRequestId}/reject`

        Args:
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.ChangeRequest](
                "POST",
                f"/change-requests/{segment(change_request_id)}/reject",
                body={
                    "note": note,
                    "shown": shown,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def cancel(
        self,
        change_request_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangeRequest:
        """Cancel a change request.

        `POST /change-requests/{changeRequestId}/cancel`
        """
        return self._send(
            Request[types.ChangeRequest](
                "POST",
                f"/change-requests/{segment(change_request_id)}/cancel",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Challenges:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        status: Maybe[Literal["pending", "approved", "declined", "expired"]] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Challenge]:
        """List challenges. An issuer's questions whether the cardholder agrees to a purchase (3-D Secure).
        With `?status=pending`, those that wait.

        `GET /challenges`

        Args:
            status: Only entries with this `status`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Challenge](
            self._send,
            Request(
                "GET",
                "/challenges",
                query={
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "status": status,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        challenge_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Challenge:
        """Read a challenge.

        `GET /challenges/{challengeId}`
        """
        return self._send(
            Request[types.Challenge](
                "GET",
                f"/challenges/{segment(challenge_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def approve(
        self,
        challenge_id: str,
        /,
        *,
        note: Maybe[str] = OMIT,
        shown: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Challenge:
        """Approve a challenge. The issuer is told that the cardholder agrees. Above `approvalPasskeyAbove` of
        the account, or without an amount, a person has to confirm it with `proof`. A challenge that waits
        for the approval of an intent is answered by deciding about that intent.

        `POST /challenges/{challengeId}/approve`

        Args:
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.Challenge](
                "POST",
                f"/challenges/{segment(challenge_id)}/approve",
                body={
                    "note": note,
                    "shown": shown,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def decline(
        self,
        challenge_id: str,
        /,
        *,
        note: Maybe[str] = OMIT,
        shown: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Challenge:
        """Decline a challenge. The issuer is told that the cardholder does not agree. Above
        `approvalPasskeyAbove` of the account, or without an amount, a person has to confirm it with
        `proof`. A challenge that waits for the approval of an intent is answered by deciding about that
        intent.

        `POST /challenges/{challengeId}/decline`

        Args:
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.Challenge](
                "POST",
                f"/challenges/{segment(challenge_id)}/decline",
                body={
                    "note": note,
                    "shown": shown,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Subscriptions:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        card_id: str,
        /,
        *,
        merchant: str,
        maxAmount: int,
        interval: Literal["week", "month", "year"],
        purpose: str,
        expectedOrigin: Maybe[str] = OMIT,
        replaces: Maybe[str] = OMIT,
        metadata: Maybe[Dict[str, Any]] = OMIT,
        until: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Ask for a subscription. While the subscription is active, one purchase in each period at its
        merchant, of at most `maxAmount`, matches it as it would match an intent. The subscription waits for
        a person if an intent of `maxAmount` would. A card has at most 100 subscriptions that have not
        ended, and an agent at most 20 that wait.

        `POST /cards/{cardId}/subscriptions`

        Args:
            merchant: Merchant name.
            maxAmount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.
            interval: The length of a period of the subscription. A month or year that has no such day ends on
                its last day: 31 January is followed by 28 or 29 February, and then by 31 March.
            purpose: What the purchase is for.
            expectedOrigin: The origin of the shop where the card number will be entered: `https` and a host.
                Fillers enter the number nowhere else.
            replaces: The active or paused subscription of the card at this merchant that ends when this one
                becomes active. `autoApproveBelow` approves none that may take more.
            metadata: Any JSON object, at most 16 KiB and 8 levels.
        """
        return self._send(
            Request[types.Subscription](
                "POST",
                f"/cards/{segment(card_id)}/subscriptions",
                body={
                    "merchant": merchant,
                    "maxAmount": maxAmount,
                    "interval": interval,
                    "purpose": purpose,
                    "expectedOrigin": expectedOrigin,
                    "replaces": replaces,
                    "metadata": metadata,
                    "until": until,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list_for_card(
        self,
        card_id: str,
        /,
        *,
        status: Maybe[Literal["pending_approval", "active", "paused", "canceled", "rejected", "expired"]] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Subscription]:
        """List the subscriptions of a card.

        `GET /cards/{cardId}/subscriptions`

        Args:
            status: Only entries with this `status`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Subscription](
            self._send,
            Request(
                "GET",
                f"/cards/{segment(card_id)}/subscriptions",
                query={
                    "status": status,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        status: Maybe[Literal["pending_approval", "active", "paused", "canceled", "rejected", "expired"]] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Subscription]:
        """List subscriptions. With `?status=pending_approval`, those that wait for a person.

        `GET /subscriptions`

        Args:
            status: Only entries with this `status`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Subscription](
            self._send,
            Request(
                "GET",
                "/subscriptions",
                query={
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "status": status,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        subscription_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Read a subscription.

        `GET /subscriptions/{subscriptionId}`
        """
        return self._send(
            Request[types.Subscription](
                "GET",
                f"/subscriptions/{segment(subscription_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def approve(
        self,
        subscription_id: str,
        /,
        *,
        note: Maybe[str] = OMIT,
        shown: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Approve a subscription. The first period of the subscription begins now. If the policy sets
        `requireSeparateApprover`, the key that asked for it cannot approve it. If `maxAmount` is above
        `approvalPasskeyAbove` of the account, a person has to confirm it with `proof`.

        `POST /subscriptions/{subscriptionId}/approve`

        Args:
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.Subscription](
                "POST",
                f"/subscriptions/{segment(subscription_id)}/approve",
                body={
                    "note": note,
                    "shown": shown,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def reject(
        self,
        subscription_id: str,
        /,
        *,
        reason: Maybe[str] = OMIT,
        shown: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Reject a subscription. Rejecting or resuming a subscription takes `proof` if approving it does.

        `POST /subscriptions/{subscriptionId}/reject`

        Args:
            shown: The `subjectHash` of what was shown to whoever decides. If there is something else to decide
                about by now, the answer is 409 `subject_changed`. Required of people.
        """
        return self._send(
            Request[types.Subscription](
                "POST",
                f"/subscriptions/{segment(subscription_id)}/reject",
                body={
                    "reason": reason,
                    "shown": shown,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def pause(
        self,
        subscription_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Pause a subscription. No purchase matches the subscription until it is resumed. Its periods go on.

        `POST /subscriptions/{subscriptionId}/pause`
        """
        return self._send(
            Request[types.Subscription](
                "POST",
                f"/subscriptions/{segment(subscription_id)}/pause",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def resume(
        self,
        subscription_id: str,
        /,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Resume a subscription. Rejecting or resuming a subscription takes `proof` if approving it does.

        `POST /subscriptions/{subscriptionId}/resume`
        """
        return self._send(
            Request[types.Subscription](
                "POST",
                f"/subscriptions/{segment(subscription_id)}/resume",
                body={
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def cancel(
        self,
        subscription_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Cancel a subscription. Canceling is final. What the merchant charges afterwards is decided like any
        other purchase.

        `POST /subscriptions/{subscriptionId}/cancel`
        """
        return self._send(
            Request[types.Subscription](
                "POST",
                f"/subscriptions/{segment(subscription_id)}/cancel",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Spend:
    def __init__(self, send: Send) -> None:
        self._send = send

    def evaluate(
        self,
        *,
        amount: int,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        currency: Maybe[str] = OMIT,
        merchant: Maybe[types.MerchantInput] = OMIT,
        assumeIntent: Maybe[bool] = OMIT,
        purpose: Maybe[str] = OMIT,
        reference: Maybe[str] = OMIT,
        origin: Maybe[str] = OMIT,
        merchantOrderId: Maybe[str] = OMIT,
        items: Maybe[List[types.OrderItem]] = OMIT,
        trace: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Evaluation:
        """Check a spend without spending. At least one of `cardId`, `agentId` and `customerId` is required.
        Runs the same decision as an authorization.

        `POST /spend/evaluate`

        Args:
            amount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.
            currency: The currency of `amount` as ISO 4217 code, any case. Default: the customer's.
            assumeIntent: Whether to decide as if an intent for exactly this purchase had been declared, and
                approved if that is needed. The flag `requiresApproval` says whether an approval is needed.
                Needs `cardId`. Default: false.
            purpose: With `assumeIntent`: the purpose of the purchase. With a purpose, `purpose`, `reference`,
                `origin`, `merchantOrderId` and `items` are the whole declaration: what is left out the purchase
                does not have. Without a purpose, what is left out is not compared with earlier purchases.
            reference: With `assumeIntent`: the `intentId` under which the purchase is declared.
            origin: The origin of the shop where the card number will be entered: `https` and a host. Fillers
                enter the number nowhere else.
            merchantOrderId: The shop's number of the order or the cart, where it is known before the payment.
                No decision reads it.
            items: The items of the order, in the words of the caller. With `tax` and `shipping` their amounts
                come to `expectedAmount`. No decision reads them.
            trace: Whether the answer has every rule that was checked, as `trace`.
        """
        return self._send(
            Request[types.Evaluation](
                "POST",
                "/spend/evaluate",
                body={
                    "amount": amount,
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "currency": currency,
                    "merchant": merchant,
                    "assumeIntent": assumeIntent,
                    "purpose": purpose,
                    "reference": reference,
                    "origin": origin,
                    "merchantOrderId": merchantOrderId,
                    "items": items,
                },
                query={
                    "trace": trace,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Policies:
    def __init__(self, send: Send) -> None:
        self._send = send

    def backtest(
        self,
        *,
        level: Literal["customer", "agent", "card"],
        id: str,
        policy: Maybe[Optional[types.PolicyPatch]] = OMIT,
        limits: Maybe[Optional[types.LimitsInputPatch]] = OMIT,
        from_: Maybe[str] = OMIT,
        to: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Backtest:
        """Decide past purchases again under other rules. Makes each decision of the range again, in order,
        with the changed rules and the amounts that would then have been spent. It changes nothing. One call
        covers at most 250,000 authorizations and steps of the customer.

        `POST /policies/backtest`

        Args:
            level: The level whose rules the backtest changes.
            policy: The change of the policy to test, which is merged into the current policy as a PATCH does.
                Absent: each decision keeps the policy that it had.
            limits: The change of the hard caps to test, which is merged into the current caps. Absent: each
                decision keeps the caps that it had.
            limit: How many examples of changed decisions to return.
        """
        return self._send(
            Request[types.Backtest](
                "POST",
                "/policies/backtest",
                body={
                    "level": level,
                    "id": id,
                    "policy": policy,
                    "limits": limits,
                    "from": from_,
                    "to": to,
                    "limit": limit,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Merchants:
    def __init__(self, send: Send) -> None:
        self._send = send

    def explain(
        self,
        *,
        observed: str,
        listed: str,
        city: Maybe[str] = OMIT,
        country: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.MerchantExplanation:
        """Explain why two merchant names match or not. Compares a name as an acquirer wrote it with one as a
        policy lists it, exactly as decisions do. `city` and `country` are those of the authorization.

        `POST /merchants/explain`

        Args:
            observed: Merchant name.
            listed: Merchant name.
            country: ISO 3166-1 alpha-2 country code.
        """
        return self._send(
            Request[types.MerchantExplanation](
                "POST",
                "/merchants/explain",
                body={
                    "observed": observed,
                    "listed": listed,
                    "city": city,
                    "country": country,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Transactions:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        intentId: Maybe[str] = OMIT,
        subscriptionId: Maybe[str] = OMIT,
        status: Maybe[Literal["pending", "settled", "declined", "reversed", "expired"]] = OMIT,
        createdAfter: Maybe[str] = OMIT,
        createdBefore: Maybe[str] = OMIT,
        settledAfter: Maybe[str] = OMIT,
        settledBefore: Maybe[str] = OMIT,
        merchant: Maybe[str] = OMIT,
        currency: Maybe[str] = OMIT,
        minAmount: Maybe[int] = OMIT,
        maxAmount: Maybe[int] = OMIT,
        reason: Maybe[types.ReasonCode] = OMIT,
        merchantName: Maybe[str] = OMIT,
        mcc: Maybe[str] = OMIT,
        without: Maybe[Literal["agent", "merchant", "category", "costCenter"]] = OMIT,
        costCenter: Maybe[str] = OMIT,
        summed: Maybe[Literal["approved", "declined"]] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Transaction]:
        """List transactions. With `status`, `merchant`, `merchantName`, `mcc`, `currency`, `minAmount`,
        `maxAmount`, `reason`, `without` or `summed`, a page reads a bounded number of transactions: it may
        end early or be empty, and still have `hasMore`.

        `GET /transactions`

        Args:
            status: Only entries with this `status`.
            createdAfter: Only transactions that were made at this time or later, as RFC 3339 time.
            createdBefore: Only transactions that were made before this time, which is excluded: the lower end
                of the next range.
            settledAfter: Only transactions that were settled (`settledAt`) at this time or later, as RFC 3339
                time.
            settledBefore: Only transactions that were settled (`settledAt`) before this time, which is
                excluded: the lower end of the next range.
            merchant: Only transactions whose merchant's name has this text as a part. Upper and lower case of
                ASCII letters are the same.
            currency: Only transactions in this currency, as ISO 4217 code. With `summed`, those of the
                customers in this currency, as in the sums of `GET /stats/spend`: these count a decline in
                another currency, too.
            minAmount: Only transactions with at least this `amount`, in minor units. Send `currency`, too:
                minor units of two currencies say nothing about each other.
            maxAmount: Only transactions with at most this `amount`, in minor units. Send `currency`, too.
            reason: Only declined transactions with this code among their `reasons`.
            merchantName: Only transactions whose merchant has exactly this name, as in the sums of `GET
                /stats/spend`.
            mcc: Merchant category code, four digits.
            without: Only transactions without an agent, a merchant name, an MCC (`category`) or a cost center.
            costCenter: The cost center, a text of your own: the part of the business that purchases are for. A
                purchase has the cost center of its card, else of its agent, else of its customer, as it is at
                the authorization.
            summed: Only transactions that `GET /stats/spend` counts as approved or as declined: no credits.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Transaction](
            self._send,
            Request(
                "GET",
                "/transactions",
                query={
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "intentId": intentId,
                    "subscriptionId": subscriptionId,
                    "status": status,
                    "createdAfter": createdAfter,
                    "createdBefore": createdBefore,
                    "settledAfter": settledAfter,
                    "settledBefore": settledBefore,
                    "merchant": merchant,
                    "currency": currency,
                    "minAmount": minAmount,
                    "maxAmount": maxAmount,
                    "reason": reason,
                    "merchantName": merchantName,
                    "mcc": mcc,
                    "without": without,
                    "costCenter": costCenter,
                    "summed": summed,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        transaction_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TransactionWithTrace:
        """Read a transaction with every rule that was checked.

        `GET /transactions/{transactionId}`
        """
        return self._send(
            Request[types.TransactionWithTrace](
                "GET",
                f"/transactions/{segment(transaction_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def receipt(
        self,
        transaction_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Receipt:
        """Get the signed receipt of a decision. The receipt says what was decided at that time, whatever
        happened later. Declines have a receipt, too. Everybody can verify a receipt offline with the keys
        of `GET /.well-known/jwks.json`.

        `GET /transactions/{transactionId}/receipt`
        """
        return self._send(
            Request[types.Receipt](
                "GET",
                f"/transactions/{segment(transaction_id)}/receipt",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        transaction_id: str,
        /,
        *,
        metadata: Maybe[Optional[Dict[str, Any]]] = OMIT,
        memo: Maybe[Optional[str]] = OMIT,
        coding: Maybe[Optional[Dict[str, Optional[str]]]] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Transaction:
        """Note something beside a transaction. `metadata` and `coding` are merged (RFC 7396); `null` unsets.
        The decision stays as it is, and no decision reads the notes. Keys of agents and approvers may set
        `memo` and `coding`, and no `metadata`.

        `PATCH /transactions/{transactionId}`

        Args:
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.Transaction](
                "PATCH",
                f"/transactions/{segment(transaction_id)}",
                body={
                    "metadata": metadata,
                    "memo": memo,
                    "coding": coding,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def attach_document(
        self,
        transaction_id: str,
        /,
        *,
        name: str,
        content: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TransactionDocument:
        """Attach a document to a transaction. A receipt or an invoice: PDF, JPEG, PNG, WebP or EML by its
        content, at most 5 MiB, at most 10 of a transaction. The body is JSON, or the file itself with its
        own `Content-Type` and `?name=`. It is stored sealed. The same file again is answered 200 with the
        document that is there.

        `POST /transactions/{transactionId}/documents`

        Args:
            name: The name of the file, without a path.
            content: The bytes of the document, as base64 (RFC 4648, section 4).
        """
        return self._send(
            Request[types.TransactionDocument](
                "POST",
                f"/transactions/{segment(transaction_id)}/documents",
                body={
                    "name": name,
                    "content": content,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def documents(
        self,
        transaction_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TransactionDocuments:
        """List the documents of a transaction.

        `GET /transactions/{transactionId}/documents`
        """
        return self._send(
            Request[types.TransactionDocuments](
                "GET",
                f"/transactions/{segment(transaction_id)}/documents",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def document(
        self,
        transaction_id: str,
        document_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TransactionDocumentWithContent:
        """Read a document of a transaction. The file, as an attachment. With an `Accept` that names
        `application/json` it is JSON with the bytes as base64.

        `GET /transactions/{transactionId}/documents/{documentId}`
        """
        return self._send(
            Request[types.TransactionDocumentWithContent](
                "GET",
                f"/transactions/{segment(transaction_id)}/documents/{segment(document_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def delete_document(
        self,
        transaction_id: str,
        document_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TransactionDocument:
        """Delete a document of a transaction. The audit trail keeps its name and hash.

        `DELETE /transactions/{transactionId}/documents/{documentId}`
        """
        return self._send(
            Request[types.TransactionDocument](
                "DELETE",
                f"/transactions/{segment(transaction_id)}/documents/{segment(document_id)}",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Postings:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        from_: Maybe[Union[str, str]] = OMIT,
        to: Maybe[Union[str, str]] = OMIT,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        costCenter: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Posting]:
        """List what moved money. One line for each step that moved money, by the moment at which it did: a
        refund in November of a purchase in October is a line of November. A page reads a bounded number of
        steps: it may end early or be empty, and still have `hasMore`.

        `GET /postings`

        Args:
            from_: The beginning of the postings, included: a time, or a day of UTC. Default: 30 days before
                `to`.
            to: The end of the postings: a time, which is excluded, or a day of UTC, whose whole is included.
                Default: now.
            costCenter: The cost center, a text of your own: the part of the business that purchases are for. A
                purchase has the cost center of its card, else of its agent, else of its customer, as it is at
                the authorization.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Posting](
            self._send,
            Request(
                "GET",
                "/postings",
                query={
                    "from": from_,
                    "to": to,
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "costCenter": costCenter,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def summary(
        self,
        *,
        from_: Maybe[Union[str, str]] = OMIT,
        to: Maybe[Union[str, str]] = OMIT,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        groupBy: Maybe[Literal["none", "day", "customer", "agent", "card", "merchant", "costCenter"]] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PostingSummary:
        """Sum what moved money. The sums of the lines that `GET /postings` lists for the same range, for at
        most 366 days.

        `GET /postings/summary`

        Args:
            from_: The beginning of the postings, included: a time, or a day of UTC. Default: 30 days before
                `to`.
            to: The end of the postings: a time, which is excluded, or a day of UTC, whose whole is included.
                Default: now.
            groupBy: Days are days of UTC. Of an agent: `day`, `card` or `costCenter`; of a card: `day`.
                Merchants are grouped by the name that the network sent.
        """
        return self._send(
            Request[types.PostingSummary](
                "GET",
                "/postings/summary",
                query={
                    "from": from_,
                    "to": to,
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "groupBy": groupBy,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Stats:
    def __init__(self, send: Send) -> None:
        self._send = send

    def spend(
        self,
        *,
        from_: Maybe[Union[str, str]] = OMIT,
        to: Maybe[Union[str, str]] = OMIT,
        bucket: Maybe[Literal["hour", "day", "range"]] = OMIT,
        groupBy: Maybe[Literal["none", "customer", "agent", "card", "merchant", "category", "costCenter", "reason"]] = OMIT,
        customerId: Maybe[str] = OMIT,
        agentId: Maybe[str] = OMIT,
        cardId: Maybe[str] = OMIT,
        merchantName: Maybe[str] = OMIT,
        mcc: Maybe[str] = OMIT,
        currency: Maybe[str] = OMIT,
        compareFrom: Maybe[Union[str, str]] = OMIT,
        compareTo: Maybe[Union[str, str]] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SpendStats:
        """Sum spend by hour, day or range. The approved and the declined transactions, for at most 90 days, or
        366 with `bucket=range`. With `groupBy`, the 20 largest groups of the range, and all others as one
        group. A decline with several reasons is in the group of each reason.

        `GET /stats/spend`

        Args:
            from_: The beginning of the summed range, included: a time, or a day of UTC. Default: 30 days before
                `to`.
            to: The end of the summed range: a time, which is excluded, or a day of UTC, which is included.
                Default: now.
            bucket: The length of a bucket. Hours and days are in UTC; hours are available for the account or a
                customer, without groups. `range`: all days of the range as one bucket.
            groupBy: The field by which spend is grouped, except with `bucket=hour`. Available for an agent:
                `card`, `costCenter` or `reason`. For a card: `reason`.
            merchantName: Only purchases at the merchant with this name. Available for the account or a
                customer, without groups.
            mcc: Only purchases with this merchant category code, four digits. Available for the account or a
                customer, without groups.
            currency: Only customers in this currency, as ISO 4217 code. Default: the account's currency in
                `data`, and all others in `byCurrency`.
            compareFrom: With `bucket=range`: the beginning of another range, in the form of `from`. Each bucket
                has the sums of that range as `compared`.
            compareTo: With `bucket=range`: the end of the range that begins at `compareFrom`, in the form of
                `to`.
        """
        return self._send(
            Request[types.SpendStats](
                "GET",
                "/stats/spend",
                query={
                    "from": from_,
                    "to": to,
                    "bucket": bucket,
                    "groupBy": groupBy,
                    "customerId": customerId,
                    "agentId": agentId,
                    "cardId": cardId,
                    "merchantName": merchantName,
                    "mcc": mcc,
                    "currency": currency,
                    "compareFrom": compareFrom,
                    "compareTo": compareTo,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def budgets(
        self,
        *,
        limit: Maybe[int] = OMIT,
        ids: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.BudgetStats:
        """List the limits of which most is used. For each active customer and agent, the limit of its own,
        over time, of which the largest share is used; those that are used most first. A limit of a policy
        is counted for each card: its amounts are those of the card that has used most of it. With `ids`,
        the limits of the named customers, agents and cards; a card counts its own limits and those of
        policies above it.

        `GET /stats/budgets`

        Args:
            limit: The most entries of the answer.
            ids: At most 100 ids of customers, agents and cards, with commas between them: only the limits of
                these, whatever their status. Ids of nothing are left out.
        """
        return self._send(
            Request[types.BudgetStats](
                "GET",
                "/stats/budgets",
                query={
                    "limit": limit,
                    "ids": ids,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def counts(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.StatusCounts:
        """Count customers, agents or cards by status. Up to 1000 of each status are counted; `hasMore` says
        that there are more.

        `GET /stats/counts`
        """
        return self._send(
            Request[types.StatusCounts](
                "GET",
                "/stats/counts",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Network:
    def __init__(self, send: Send) -> None:
        self._send = send

    def authorize(
        self,
        *,
        amount: int,
        cardId: Maybe[str] = OMIT,
        pan: Maybe[str] = OMIT,
        exp: Maybe[str] = OMIT,
        cvv: Maybe[str] = OMIT,
        currency: Maybe[str] = OMIT,
        merchantAmount: Maybe[int] = OMIT,
        merchantCurrency: Maybe[str] = OMIT,
        merchant: Maybe[types.MerchantInput] = OMIT,
        networkReference: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AuthorizationAnswer:
        """Authorize a spend on a card. A decline is an answer, not an error. A repeated `networkReference`
        gets the first answer, without a second hold. With another amount, currency or card it is refused
        with 409 `reference_conflict`.

        `POST /network/authorizations`

        Args:
            amount: The amount of the authorization, in minor units. 0 checks the card: the check is decided
                like a purchase, holds nothing, and is `settled` at once.
            pan: The card number, digits only.
            exp: The expiry of the card, `MM/YY`.
            cvv: The card verification value (CVV), three or four digits.
            currency: The currency of `amount` as ISO 4217 code, any case. Default: the customer's.
            merchantAmount: The amount that the merchant asked for, in minor units of `merchantCurrency`, before
                the network converted it.
            merchantCurrency: ISO 4217 code of the currency that the merchant asked in, any case. Needed with
                `merchantAmount`.
            networkReference: The network's own reference of the authorization. A repeated reference gets the
                first answer.
        """
        return self._send(
            Request[types.AuthorizationAnswer](
                "POST",
                "/network/authorizations",
                body={
                    "amount": amount,
                    "cardId": cardId,
                    "pan": pan,
                    "exp": exp,
                    "cvv": cvv,
                    "currency": currency,
                    "merchantAmount": merchantAmount,
                    "merchantCurrency": merchantCurrency,
                    "merchant": merchant,
                    "networkReference": networkReference,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def increment(
        self,
        transaction_id: str,
        /,
        *,
        amount: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AuthorizationAnswer:
        """Authorize an additional amount.

        `POST /network/authorizations/{transactionId}/increment`

        Args:
            amount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.
        """
        return self._send(
            Request[types.AuthorizationAnswer](
                "POST",
                f"/network/authorizations/{segment(transaction_id)}/increment",
                body={
                    "amount": amount,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def settle(
        self,
        transaction_id: str,
        /,
        *,
        amount: Maybe[int] = OMIT,
        final: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Transaction:
        """Capture an authorization, whole or in part.

        `POST /network/authorizations/{transactionId}/settle`

        Args:
            amount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.
        """
        return self._send(
            Request[types.Transaction](
                "POST",
                f"/network/authorizations/{segment(transaction_id)}/settle",
                body={
                    "amount": amount,
                    "final": final,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def reverse(
        self,
        transaction_id: str,
        /,
        *,
        amount: Maybe[int] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Transaction:
        """Reverse an authorization, whole or in part.

        `POST /network/authorizations/{transactionId}/reverse`

        Args:
            amount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.
        """
        return self._send(
            Request[types.Transaction](
                "POST",
                f"/network/authorizations/{segment(transaction_id)}/reverse",
                body={
                    "amount": amount,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def refund(
        self,
        *,
        transactionId: str,
        amount: Maybe[int] = OMIT,
        merchant: Maybe[types.MerchantInput] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Transaction:
        """Refund what was settled.

        `POST /network/refunds`

        Args:
            amount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.
        """
        return self._send(
            Request[types.Transaction](
                "POST",
                "/network/refunds",
                body={
                    "transactionId": transactionId,
                    "amount": amount,
                    "merchant": merchant,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def force_capture(
        self,
        *,
        amount: int,
        cardId: Maybe[str] = OMIT,
        pan: Maybe[str] = OMIT,
        merchantAmount: Maybe[int] = OMIT,
        merchantCurrency: Maybe[str] = OMIT,
        merchant: Maybe[types.MerchantInput] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Transaction:
        """Post a capture without an authorization.

        `POST /network/force-captures`

        Args:
            amount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.
            pan: The card number, digits only.
            merchantAmount: The amount that the merchant asked for, in minor units of `merchantCurrency`, before
                the network converted it.
            merchantCurrency: ISO 4217 code of the currency that the merchant asked in, any case. Needed with
                `merchantAmount`.
        """
        return self._send(
            Request[types.Transaction](
                "POST",
                "/network/force-captures",
                body={
                    "amount": amount,
                    "cardId": cardId,
                    "pan": pan,
                    "merchantAmount": merchantAmount,
                    "merchantCurrency": merchantCurrency,
                    "merchant": merchant,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def advise(
        self,
        *,
        factId: str,
        networkReference: str,
        approved: bool,
        amount: int,
        cardId: Maybe[str] = OMIT,
        pan: Maybe[str] = OMIT,
        asOf: Maybe[str] = OMIT,
        reason: Maybe[str] = OMIT,
        merchantAmount: Maybe[int] = OMIT,
        merchantCurrency: Maybe[str] = OMIT,
        merchant: Maybe[types.MerchantInput] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Transaction:
        """Record what the issuer has decided. Makes the transaction of the `networkReference` agree with the
        issuer: the amount is held, another amount is held, or the purchase is declined. Purser decides
        nothing here, and refuses nothing.

        `POST /network/advices`

        Args:
            factId: The caller's own id of the fact, for instance the id of the issuer's event. A repeated fact
                has no second effect for 180 days.
            networkReference: The network's own reference of the authorization. A repeated reference gets the
                first answer.
            approved: Whether the issuer approved the purchase.
            amount: The amount that the issuer holds now, or that it declined, in minor units.
            pan: The card number, digits only.
            reason: The issuer's reason for declining the purchase.
            merchantAmount: The amount that the merchant asked for, in minor units of `merchantCurrency`, before
                the network converted it.
            merchantCurrency: ISO 4217 code of the currency that the merchant asked in, any case. Needed with
                `merchantAmount`.
        """
        return self._send(
            Request[types.Transaction](
                "POST",
                "/network/advices",
                body={
                    "factId": factId,
                    "networkReference": networkReference,
                    "approved": approved,
                    "amount": amount,
                    "cardId": cardId,
                    "pan": pan,
                    "asOf": asOf,
                    "reason": reason,
                    "merchantAmount": merchantAmount,
                    "merchantCurrency": merchantCurrency,
                    "merchant": merchant,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def post(
        self,
        *,
        factId: str,
        kind: Literal["capture", "credit"],
        amount: int,
        cardId: Maybe[str] = OMIT,
        pan: Maybe[str] = OMIT,
        networkReference: Maybe[str] = OMIT,
        final: Maybe[bool] = OMIT,
        merchantAmount: Maybe[int] = OMIT,
        merchantCurrency: Maybe[str] = OMIT,
        merchant: Maybe[types.MerchantInput] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PostingAnswer:
        """Post a capture or a credit that has happened. The capture or credit is recorded whatever the status
        of the authorization is, and even if there is no authorization: it is never refused because of that.

        `POST /network/postings`

        Args:
            factId: The caller's own id of the fact, for instance the id of the issuer's event. A repeated fact
                has no second effect for 180 days.
            amount: Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.
            pan: The card number, digits only.
            networkReference: The network's own reference of the authorization. A repeated reference gets the
                first answer.
            final: For a capture: false if further captures follow. Default: true.
            merchantAmount: The amount that the merchant asked for, in minor units of `merchantCurrency`, before
                the network converted it.
            merchantCurrency: ISO 4217 code of the currency that the merchant asked in, any case. Needed with
                `merchantAmount`.
        """
        return self._send(
            Request[types.PostingAnswer](
                "POST",
                "/network/postings",
                body={
                    "factId": factId,
                    "kind": kind,
                    "amount": amount,
                    "cardId": cardId,
                    "pan": pan,
                    "networkReference": networkReference,
                    "final": final,
                    "merchantAmount": merchantAmount,
                    "merchantCurrency": merchantCurrency,
                    "merchant": merchant,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Webhooks:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        *,
        url: str,
        events: List[Union[types.EventType, Literal["*"]]],
        description: Maybe[str] = OMIT,
        status: Maybe[Literal["active", "disabled"]] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookWithSecret:
        """Register a webhook. An account has at most 50 webhooks, disabled ones included.

        `POST /webhooks`

        Args:
            url: The URL of the HTTPS endpoint that receives the events.
            events: The event types that the webhook receives, or `*` for all but `audit.recorded`, which has to
                be named: `["*", "audit.recorded"]`.
        """
        return self._send(
            Request[types.WebhookWithSecret](
                "POST",
                "/webhooks",
                body={
                    "url": url,
                    "events": events,
                    "description": description,
                    "status": status,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Webhook]:
        """List webhooks.

        `GET /webhooks`

        Args:
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Webhook](
            self._send,
            Request(
                "GET",
                "/webhooks",
                query={
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        webhook_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Webhook:
        """Read a webhook.

        `GET /webhooks/{webhookId}`
        """
        return self._send(
            Request[types.Webhook](
                "GET",
                f"/webhooks/{segment(webhook_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        webhook_id: str,
        /,
        *,
        url: Maybe[str] = OMIT,
        events: Maybe[List[Union[types.EventType, Literal["*"]]]] = OMIT,
        description: Maybe[Optional[str]] = OMIT,
        status: Maybe[Literal["active", "disabled"]] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Webhook:
        """Change a webhook.

        `PATCH /webhooks/{webhookId}`

        Args:
            url: The URL of the HTTPS endpoint that receives the events.
            events: The event types that the webhook receives, or `*` for all but `audit.recorded`, which has to
                be named: `["*", "audit.recorded"]`.
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.Webhook](
                "PATCH",
                f"/webhooks/{segment(webhook_id)}",
                body={
                    "url": url,
                    "events": events,
                    "description": description,
                    "status": status,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def delete(
        self,
        webhook_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedWebhook:
        """Delete a webhook.

        `DELETE /webhooks/{webhookId}`
        """
        return self._send(
            Request[types.DeletedWebhook](
                "DELETE",
                f"/webhooks/{segment(webhook_id)}",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def rotate_secret(
        self,
        webhook_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookWithSecret:
        """Give a webhook a new secret. For 24 hours both the old and the new secret sign the deliveries.

        `POST /webhooks/{webhookId}/rotate-secret`
        """
        return self._send(
            Request[types.WebhookWithSecret](
                "POST",
                f"/webhooks/{segment(webhook_id)}/rotate-secret",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def test(
        self,
        webhook_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Delivery:
        """Send a test event.

        `POST /webhooks/{webhookId}/test`
        """
        return self._send(
            Request[types.Delivery](
                "POST",
                f"/webhooks/{segment(webhook_id)}/test",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def health(
        self,
        webhook_id: str,
        /,
        *,
        bucket: Maybe[Literal["hour", "day"]] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookHealth:
        """See how the deliveries of a webhook went. Counts the deliveries of the last 24 hours or 14 days, and
        at most the 5000 newest ones.

        `GET /webhooks/{webhookId}/health`

        Args:
            bucket: Only entries with this `bucket`.
        """
        return self._send(
            Request[types.WebhookHealth](
                "GET",
                f"/webhooks/{segment(webhook_id)}/health",
                query={
                    "bucket": bucket,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list_deliveries(
        self,
        webhook_id: str,
        /,
        *,
        status: Maybe[Literal["pending", "succeeded", "failed", "canceled"]] = OMIT,
        eventType: Maybe[types.EventType] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Delivery]:
        """List the deliveries of a webhook.

        `GET /webhooks/{webhookId}/deliveries`

        Args:
            status: Only entries with this `status`.
            eventType: Only entries with this `eventType`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Delivery](
            self._send,
            Request(
                "GET",
                f"/webhooks/{segment(webhook_id)}/deliveries",
                query={
                    "status": status,
                    "eventType": eventType,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeliveryWithAttempts:
        """Read a delivery with its attempts.

        `GET /webhooks/{webhookId}/deliveries/{deliveryId}`
        """
        return self._send(
            Request[types.DeliveryWithAttempts](
                "GET",
                f"/webhooks/{segment(webhook_id)}/deliveries/{segment(delivery_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def retry_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Delivery:
        """Send a delivery again.

        `POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry`
        """
        return self._send(
            Request[types.Delivery](
                "POST",
                f"/webhooks/{segment(webhook_id)}/deliveries/{segment(delivery_id)}/retry",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def replay(
        self,
        webhook_id: str,
        /,
        *,
        since: Maybe[str] = OMIT,
        until: Maybe[str] = OMIT,
        after: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Replay:
        """Send the failed deliveries of a webhook again. Deliveries that are `failed` or `canceled` become
        `pending`, the oldest first. One call reads 1000 deliveries. `next` is the `after` of the next call,
        and null at the end.

        `POST /webhooks/{webhookId}/replay`

        Args:
            after: Continues an earlier call: the `next` of its answer.
        """
        return self._send(
            Request[types.Replay](
                "POST",
                f"/webhooks/{segment(webhook_id)}/replay",
                body={
                    "since": since,
                    "until": until,
                    "after": after,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Events:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        type: Maybe[types.EventType] = OMIT,
        to: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Event]:
        """List events. Events are kept for 30 days. `audit.recorded` is not among them: `GET /audit` lists the
        entries of the trail.

        `GET /events`

        Args:
            type: Only entries with this `type`.
            to: Only events that were made at this time or before, as RFC 3339 time.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Event](
            self._send,
            Request(
                "GET",
                "/events",
                query={
                    "type": type,
                    "to": to,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        event_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Event:
        """Read an event.

        `GET /events/{eventId}`
        """
        return self._send(
            Request[types.Event](
                "GET",
                f"/events/{segment(event_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class ApiKeys:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        role: Literal["admin", "approver", "read", "agent", "network"],
        agentId: Maybe[str] = OMIT,
        tier: Maybe[Literal["standard", "pro", "enterprise"]] = OMIT,
        requestsPerMinute: Maybe[int] = OMIT,
        allowedAddresses: Maybe[List[str]] = OMIT,
        mcpCardDetails: Maybe[Literal["plain"]] = OMIT,
        mcpToken: Maybe[types.McpTokenInput] = OMIT,
        expiresAt: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApiKeyWithSecret:
        """Create an API key. A person has to confirm the request with `proof` if the account sets
        `approvalPasskeyAbove` (for keys of the roles `admin`, `approver` and `network`) or
        `numbersNeedPasskey` (for `admin` and `agent`).

        `POST /api-keys`

        Args:
            requestsPerMinute: How many requests a key of the tier `enterprise` may make in a minute. A key
                cannot create a key with more than its own.
            allowedAddresses: Networks in CIDR notation from which the key works. Absent: it works from
                everywhere.
            mcpCardDetails: Whether the MCP tools of a key with the role `agent` show card numbers. `plain`: in
                clear, if PURSER_MCP_CARD_DETAILS is `plain`, too. Absent: never.
        """
        return self._send(
            Request[types.ApiKeyWithSecret](
                "POST",
                "/api-keys",
                body={
                    "name": name,
                    "role": role,
                    "agentId": agentId,
                    "tier": tier,
                    "requestsPerMinute": requestsPerMinute,
                    "allowedAddresses": allowedAddresses,
                    "mcpCardDetails": mcpCardDetails,
                    "mcpToken": mcpToken,
                    "expiresAt": expiresAt,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.ApiKey]:
        """List API keys.

        `GET /api-keys`

        Args:
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.ApiKey](
            self._send,
            Request(
                "GET",
                "/api-keys",
                query={
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def self(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApiKey:
        """Read the API key of the request. For a person who is signed in, use `GET /self`.

        `GET /api-keys/self`
        """
        return self._send(
            Request[types.ApiKey](
                "GET",
                "/api-keys/self",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        key_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApiKey:
        """Read an API key.

        `GET /api-keys/{keyId}`
        """
        return self._send(
            Request[types.ApiKey](
                "GET",
                f"/api-keys/{segment(key_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def requests(
        self,
        key_id: str,
        /,
        *,
        outcome: Maybe[Literal["succeeded", "failed"]] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApiKeyRequests:
        """List what an API key has asked lately. The last 50 requests that succeeded (status below 400) and
        the last 50 that failed, of at most 30 days. Other nodes store theirs about two seconds later.
        Requests with an unknown or expired secret are of no key, and those of people are not listed.

        `GET /api-keys/{keyId}/requests`

        Args:
            outcome: Only requests with this outcome. `failed`: the status is 400 or above.
        """
        return self._send(
            Request[types.ApiKeyRequests](
                "GET",
                f"/api-keys/{segment(key_id)}/requests",
                query={
                    "outcome": outcome,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def revoke(
        self,
        key_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApiKey:
        """Revoke an API key at once.

        `DELETE /api-keys/{keyId}`
        """
        return self._send(
            Request[types.ApiKey](
                "DELETE",
                f"/api-keys/{segment(key_id)}",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def rotate(
        self,
        key_id: str,
        /,
        *,
        overlapMinutes: Maybe[int] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.RotatedApiKey:
        """Give an API key a new secret. The old secret stays valid during the overlap. A secret before that
        one ends at once, because a key has at most two. A person has to confirm the request with `proof` if
        the account sets `approvalPasskeyAbove` (for keys of the roles `admin`, `approver` and `network`) or
        `numbersNeedPasskey` (for `admin` and `agent`).

        `POST /api-keys/{keyId}/rotate`

        Args:
            overlapMinutes: For how many minutes the previous secret of the API key still works. Default 1440.
        """
        return self._send(
            Request[types.RotatedApiKey](
                "POST",
                f"/api-keys/{segment(key_id)}/rotate",
                body={
                    "overlapMinutes": overlapMinutes,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Self:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Self:
        """Read who the caller is. The API key or person that sent the request, with its role.

        `GET /self`
        """
        return self._send(
            Request[types.Self](
                "GET",
                "/self",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def change_password(
        self,
        *,
        currentPassword: str,
        newPassword: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Person:
        """Change your own password. Ends all other sessions of the person. For people only.

        `POST /self/password`

        Args:
            newPassword: The new password: at least 12 characters, and not one of the most common passwords.
        """
        return self._send(
            Request[types.Person](
                "POST",
                "/self/password",
                body={
                    "currentPassword": currentPassword,
                    "newPassword": newPassword,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def provider_options(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ProviderSignIn:
        """Begin to sign in at the provider again. For requests that need a password from other people, such as
        that for the first passkey: the person proves at the provider again who they are. Only for people
        who sign in at the provider.

        `POST /self/provider/options`
        """
        return self._send(
            Request[types.ProviderSignIn](
                "POST",
                "/self/provider/options",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def connect_provider(
        self,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        password: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ProviderSignIn:
        """Begin to connect yourself with the provider. For a person who has a password: from then on they sign
        in at the provider, and the password is deleted. It takes a passkey of theirs that confirms
        (`proof`) or, if there is none, their `password`.

        `POST /self/provider/connect`

        Args:
            password: The person's password, if no passkey of theirs confirms yet.
        """
        return self._send(
            Request[types.ProviderSignIn](
                "POST",
                "/self/provider/connect",
                body={
                    "proof": proof,
                    "password": password,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def end_provider_sign_in(
        self,
        *,
        query: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ProviderConfirmation:
        """Complete what was begun at the provider. Takes the provider's answer, in the session that began it.
        Answers a `confirmation`, or connects the person: their groups then set the role, and their other
        sessions end.

        `POST /self/provider`

        Args:
            query: The query of the address to which the provider sent the browser: everything behind the `?`.
        """
        return self._send(
            Request[types.ProviderConfirmation](
                "POST",
                "/self/provider",
                body={
                    "query": query,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class People:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        status: Maybe[Literal["active", "disabled"]] = OMIT,
        search: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Person]:
        """List people.

        `GET /people`

        Args:
            status: Only entries with this `status`.
            search: Words to search for, each of which must occur in `name` or `email`. Upper and lower case of
                ASCII letters are the same. A page reads a bounded number of entries: it may end early or be
                empty, and still have `hasMore`.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Person](
            self._send,
            Request(
                "GET",
                "/people",
                query={
                    "status": status,
                    "search": search,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        person_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Person:
        """Read a person.

        `GET /people/{personId}`
        """
        return self._send(
            Request[types.Person](
                "GET",
                f"/people/{segment(person_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        person_id: str,
        /,
        *,
        name: Maybe[str] = OMIT,
        role: Maybe[Literal["owner", "admin", "approver", "viewer"]] = OMIT,
        status: Maybe[Literal["active", "disabled"]] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Person:
        """Change a person. `disabled` ends the sessions of the person. Only an owner can change an owner, or
        make somebody an owner, and the last owner stays. A person who gives another person more rights has
        to confirm it with `proof` if the account sets `approvalPasskeyAbove`.

        `PATCH /people/{personId}`

        Args:
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.Person](
                "PATCH",
                f"/people/{segment(person_id)}",
                body={
                    "name": name,
                    "role": role,
                    "status": status,
                    "proof": proof,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def confirm_passkey(
        self,
        person_id: str,
        passkey_id: str,
        /,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Passkey:
        """Agree to a passkey that waits. An owner confirms with a passkey of their own (`proof`) that the
        person has made this passkey. From now on the passkey confirms, too.

        `POST /people/{personId}/passkeys/{passkeyId}/confirm`
        """
        return self._send(
            Request[types.Passkey](
                "POST",
                f"/people/{segment(person_id)}/passkeys/{segment(passkey_id)}/confirm",
                body={
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class PasswordResets:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        person_id: str,
        /,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasswordReset:
        """Make a link for a new password. For a person who has lost their password. The secret is the end of a
        link, `/reset#<secret>`, that works once, for a day: hand it over yourself. Until it is used,
        nothing changes. Only an owner can make one for an owner. A person has to confirm it with `proof` if
        the account sets `approvalPasskeyAbove`, unless the link is for a viewer.

        `POST /people/{personId}/password-reset`
        """
        return self._send(
            Request[types.PasswordReset](
                "POST",
                f"/people/{segment(person_id)}/password-reset",
                body={
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def request(
        self,
        *,
        email: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasswordResetRequested:
        """Request a link for a new password. Mails a link for a new password to the person with that address,
        if there is one and the installation sends mail. The answer is the same for every address. Frequent
        requests are slowed down.

        `POST /password-resets`

        Args:
            email: The email address of the person, which is stored in lower case.
        """
        return self._send(
            Request[types.PasswordResetRequested](
                "POST",
                "/password-resets",
                body={
                    "email": email,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def use(
        self,
        *,
        secret: str,
        password: str,
        keep: Maybe[List[types.PasskeyAssertion]] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Person:
        """Set a new password with a link. Ends every session of the person and all their links, and signs them
        in: the reply sets the cookie of a session. Only the passkeys that are used in this request (`keep`)
        stay.

        `POST /password-resets/use`

        Args:
            password: The new password: at least 12 characters, and not one of the most common passwords.
            keep: The signed answers of the passkeys that the person keeps, each to a challenge of its own. All
                other passkeys are deleted.
        """
        return self._send(
            Request[types.Person](
                "POST",
                "/password-resets/use",
                body={
                    "secret": secret,
                    "password": password,
                    "keep": keep,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def passkey_options(
        self,
        *,
        secret: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasskeyOptions:
        """Begin to keep a passkey when the password is reset. Answers a challenge for a passkey of the person,
        valid once, for five minutes. The signed answer is sent with `POST /password-resets/use`.

        `POST /password-resets/passkey-options`
        """
        return self._send(
            Request[types.PasskeyOptions](
                "POST",
                "/password-resets/passkey-options",
                body={
                    "secret": secret,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Invitations:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        *,
        email: str,
        role: Literal["owner", "admin", "approver", "viewer"],
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.InvitationWithSecret:
        """Invite a person. The secret is the end of a link, `/welcome#<secret>`, that works once, for seven
        days. If the installation sends mail, the person gets it by mail, too. Only an owner can invite
        owners. A person has to confirm it with `proof` if the account sets `approvalPasskeyAbove`, unless
        the role is `viewer`.

        `POST /invitations`

        Args:
            email: The email address of the person, which is stored in lower case.
        """
        return self._send(
            Request[types.InvitationWithSecret](
                "POST",
                "/invitations",
                body={
                    "email": email,
                    "role": role,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Invitation]:
        """List invitations.

        `GET /invitations`

        Args:
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Invitation](
            self._send,
            Request(
                "GET",
                "/invitations",
                query={
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def revoke(
        self,
        invitation_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invitation:
        """Revoke an invitation. An invitation that was accepted or has expired stays as it is.

        `DELETE /invitations/{invitationId}`
        """
        return self._send(
            Request[types.Invitation](
                "DELETE",
                f"/invitations/{segment(invitation_id)}",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def read(
        self,
        *,
        secret: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.InvitationState:
        """Read an invitation by its link. Whether the link can still be used. While it can, `role` and `email`
        say for whom it is; where it names no `email`, whoever accepts it says theirs. Afterwards `endedAt`
        says since when it cannot.

        `POST /invitations/read`
        """
        return self._send(
            Request[types.InvitationState](
                "POST",
                "/invitations/read",
                body={
                    "secret": secret,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def accept(
        self,
        *,
        secret: str,
        name: str,
        password: str,
        email: Maybe[str] = OMIT,
        passkey: Maybe[types.NewPasskey] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Person:
        """Accept an invitation. Creates the person and signs them in: the reply sets the cookie of a session.
        A `passkey` that is made in the same step confirms at once.

        `POST /invitations/accept`

        Args:
            password: The new password: at least 12 characters, and not one of the most common passwords.
            email: The email address of the person. Required if the invitation names none.
        """
        return self._send(
            Request[types.Person](
                "POST",
                "/invitations/accept",
                body={
                    "secret": secret,
                    "name": name,
                    "password": password,
                    "email": email,
                    "passkey": passkey,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def passkey_options(
        self,
        *,
        secret: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasskeyOptions:
        """Begin to create a passkey with an invitation. The passkey that is made with these options is sent
        with `POST /invitations/accept`, and confirms at once.

        `POST /invitations/passkey-options`
        """
        return self._send(
            Request[types.PasskeyOptions](
                "POST",
                "/invitations/passkey-options",
                body={
                    "secret": secret,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Sessions:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        *,
        email: str,
        password: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Session:
        """Sign in. The reply sets the cookie `__Host-purser`, which authenticates the requests of a browser
        until 12 hours after the last one, for at most 7 days. After five wrong passwords, further attempts
        are slowed down, by person and address. Nobody is locked out.

        `POST /sessions`

        Args:
            email: The email address of the person, which is stored in lower case.
        """
        return self._send(
            Request[types.Session](
                "POST",
                "/sessions",
                body={
                    "email": email,
                    "password": password,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        personId: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Session]:
        """List sessions. The caller's own sessions. With `personId`, an admin sees those of another person.

        `GET /sessions`

        Args:
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Session](
            self._send,
            Request(
                "GET",
                "/sessions",
                query={
                    "personId": personId,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def end(
        self,
        session_id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Ended:
        """End a session. Your own sessions; `current` is that of the request. An admin can end the sessions of
        everybody.

        `DELETE /sessions/{sessionId}`
        """
        return self._send(
            Request[types.Ended](
                "DELETE",
                f"/sessions/{segment(session_id)}",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def passkey_options(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasskeyOptions:
        """Begin to sign in by passkey. Answers a challenge for any passkey of this host, valid once, for five
        minutes.

        `POST /sessions/passkey/options`
        """
        return self._send(
            Request[types.PasskeyOptions](
                "POST",
                "/sessions/passkey/options",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def create_by_passkey(
        self,
        *,
        credentialId: str,
        clientData: str,
        authenticatorData: str,
        signature: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Session:
        """Sign in by passkey. Opens a session as `POST /sessions` does. The sign-in is refused if the counter
        of the authenticator has gone back.

        `POST /sessions/passkey`

        Args:
            credentialId: The credential id that the authenticator gave the passkey, base64url.
            clientData: `response.clientDataJSON` of the browser's WebAuthn credential, base64url.
            authenticatorData: `response.authenticatorData` of the browser's WebAuthn assertion, base64url.
            signature: `response.signature` of the browser's WebAuthn assertion, base64url.
        """
        return self._send(
            Request[types.Session](
                "POST",
                "/sessions/passkey",
                body={
                    "credentialId": credentialId,
                    "clientData": clientData,
                    "authenticatorData": authenticatorData,
                    "signature": signature,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def provider_options(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ProviderSignIn:
        """Begin to sign in at the company's provider. Answers the address to which the browser goes, and sets
        the cookie `__Host-purser-provider`: only this browser can complete the sign-in, once, within ten
        minutes.

        `POST /sessions/provider/options`
        """
        return self._send(
            Request[types.ProviderSignIn](
                "POST",
                "/sessions/provider/options",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def create_by_provider(
        self,
        *,
        query: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Session:
        """Sign in at the company's provider. Takes the provider's answer, and sets the cookie of a session, as
        `POST /sessions` does. The session ends after `PURSER_OIDC_SESSION_HOURS`. The person's groups set
        the role at each sign-in. At the first sign-in the person is created, if a group gives a role. A
        person whose groups give no role any more is disabled, except the last owner.

        `POST /sessions/provider`

        Args:
            query: The query of the address to which the provider sent the browser: everything behind the `?`.
        """
        return self._send(
            Request[types.Session](
                "POST",
                "/sessions/provider",
                body={
                    "query": query,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class SignIn:
    def __init__(self, send: Send) -> None:
        self._send = send

    def ways(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SignInWays:
        """Read how people sign in.

        `GET /sign-in`
        """
        return self._send(
            Request[types.SignInWays](
                "GET",
                "/sign-in",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Passkeys:
    def __init__(self, send: Send) -> None:
        self._send = send

    def options(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasskeyOptions:
        """Begin to create a passkey. Answers a challenge for the authenticator, valid once, for five minutes.
        For people alone.

        `POST /passkeys/options`
        """
        return self._send(
            Request[types.PasskeyOptions](
                "POST",
                "/passkeys/options",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def create(
        self,
        *,
        name: str,
        clientData: str,
        attestationObject: str,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        password: Maybe[str] = OMIT,
        confirmation: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Passkey:
        """Register a passkey. The body has what the authenticator made for the challenge. The passkey signs
        its person in from now on. An older passkey of the person has to confirm it (`proof`). If the person
        has none that confirms, it takes their `password`, and the new passkey confirms nothing for
        `PURSER_PASSKEY_WAIT_HOURS`, or until an owner agrees to it.

        `POST /passkeys`

        Args:
            name: The name that the person gave the passkey.
            clientData: `response.clientDataJSON` of the browser's WebAuthn credential, base64url.
            attestationObject: `response.attestationObject` of the browser's new WebAuthn credential, base64url.
            password: The person's password, if no passkey of theirs confirms yet.
            confirmation: The `confirmation` that `POST /self/provider` answers. A person who signs in at the
                provider sends it in place of a password.
        """
        return self._send(
            Request[types.Passkey](
                "POST",
                "/passkeys",
                body={
                    "name": name,
                    "clientData": clientData,
                    "attestationObject": attestationObject,
                    "proof": proof,
                    "password": password,
                    "confirmation": confirmation,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def list(
        self,
        *,
        personId: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.Passkey]:
        """List passkeys. The caller's own passkeys. With `personId`, an admin sees those of another person.

        `GET /passkeys`

        Args:
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.Passkey](
            self._send,
            Request(
                "GET",
                "/passkeys",
                query={
                    "personId": personId,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def delete(
        self,
        passkey_id: str,
        /,
        *,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        password: Maybe[str] = OMIT,
        confirmation: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Ended:
        """Delete a passkey. Only your own passkeys. The deletion is confirmed like a new passkey, and the
        deleted one itself can confirm it. What the passkey has signed can still be verified. The passkeys
        of somebody who has lost them are deleted with a new password (`POST
        /people/{personId}/password-reset`).

        `DELETE /passkeys/{passkeyId}`

        Args:
            password: The person's password, if no passkey of theirs confirms yet.
            confirmation: The `confirmation` that `POST /self/provider` answers. A person who signs in at the
                provider sends it in place of a password.
        """
        return self._send(
            Request[types.Ended](
                "DELETE",
                f"/passkeys/{segment(passkey_id)}",
                body={
                    "proof": proof,
                    "password": password,
                    "confirmation": confirmation,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def rename(
        self,
        passkey_id: str,
        /,
        *,
        name: str,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        password: Maybe[str] = OMIT,
        confirmation: Maybe[str] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Passkey:
        """Rename a passkey. Only your own passkeys. The new name is confirmed like a new passkey.

        `POST /passkeys/{passkeyId}/rename`

        Args:
            name: The name that the person gave the passkey.
            password: The person's password, if no passkey of theirs confirms yet.
            confirmation: The `confirmation` that `POST /self/provider` answers. A person who signs in at the
                provider sends it in place of a password.
        """
        return self._send(
            Request[types.Passkey](
                "POST",
                f"/passkeys/{segment(passkey_id)}/rename",
                body={
                    "name": name,
                    "proof": proof,
                    "password": password,
                    "confirmation": confirmation,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Notifications:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.MailNotifications:
        """Read the events that you are notified of by mail. For people alone.

        `GET /self/notifications`
        """
        return self._send(
            Request[types.MailNotifications](
                "GET",
                "/self/notifications",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        *,
        events: Maybe[List[Literal["intent.pending_approval", "change_request.created", "challenge.requested", "subscription.pending_approval", "subscription.exceeded", "card.frozen", "budget.threshold", "webhook.disabled", "transaction.created", "transaction.settled", "account.stopped", "account.resumed"]]] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.MailNotifications:
        """Choose the events that you are notified of by mail. For people alone. Only people who may decide
        about approvals are notified of them, and only admins of disabled webhooks. A person who is
        disabled, or who may not see an event any more, is not notified of it, even if the notification
        waits already.

        `PATCH /self/notifications`

        Args:
            events: The event types that are notified. `card.frozen` is sent only if a rule froze the card, not
                if somebody did. Empty: no notifications.
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.MailNotifications](
                "PATCH",
                "/self/notifications",
                body={
                    "events": events,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def test(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestMessage:
        """Send yourself a test mail. The message is sent once and at once, whatever the person has chosen to
        be notified of. For people alone.

        `POST /self/notifications/test`
        """
        return self._send(
            Request[types.TestMessage](
                "POST",
                "/self/notifications/test",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Slack:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SlackNotifications:
        """Read the events that Slack is notified of.

        `GET /account/slack`
        """
        return self._send(
            Request[types.SlackNotifications](
                "GET",
                "/account/slack",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        *,
        events: Maybe[List[Literal["intent.pending_approval", "change_request.created", "challenge.requested", "subscription.pending_approval", "subscription.exceeded", "card.frozen", "budget.threshold", "webhook.disabled", "transaction.created", "transaction.settled", "account.stopped", "account.resumed"]]] = OMIT,
        url: Maybe[Optional[str]] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SlackNotifications:
        """Choose the events that Slack is notified of. The URL of an incoming webhook of Slack is a secret: it
        is stored encrypted, and never shown whole again.

        `PATCH /account/slack`

        Args:
            events: The event types that are notified. `card.frozen` is sent only if a rule froze the card, not
                if somebody did. Empty: no notifications.
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.SlackNotifications](
                "PATCH",
                "/account/slack",
                body={
                    "events": events,
                    "url": url,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def test(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestMessage:
        """Post a test message in Slack. The message is sent once and at once, whatever Slack is notified of.

        `POST /account/slack/test`
        """
        return self._send(
            Request[types.TestMessage](
                "POST",
                "/account/slack/test",
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Account:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Account:
        """Read the account.

        `GET /account`
        """
        return self._send(
            Request[types.Account](
                "GET",
                "/account",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def update(
        self,
        *,
        name: Maybe[str] = OMIT,
        approvalPasskeyAbove: Maybe[Optional[int]] = OMIT,
        numbersNeedPasskey: Maybe[bool] = OMIT,
        timeZone: Maybe[str] = OMIT,
        currency: Maybe[str] = OMIT,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        dryRun: Maybe[bool] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Account:
        """Change the account. Only an owner can change `approvalPasskeyAbove`, which `null` unsets, and
        `numbersNeedPasskey`. If `approvalPasskeyAbove` is set, a change that raises or unsets it, changes
        `currency`, in which it is, or switches `numbersNeedPasskey` off, has to be confirmed with `proof`.

        `PATCH /account`

        Args:
            numbersNeedPasskey: Whether every person has to confirm a read of a card number with a passkey.
                Otherwise only people who have a passkey have to. API keys cannot confirm.
            timeZone: The time zone in which people read days and CSV files, as an IANA name such as
                `Europe/Berlin`. Limits, and the sums of `GET /stats/spend`, have days of UTC.
            currency: The currency of new customers that name none, as ISO 4217 code. Customers keep the one
                that they have.
            dryRun: Whether to answer the result of the change with its warnings, and change nothing.
        """
        return self._send(
            Request[types.Account](
                "PATCH",
                "/account",
                body={
                    "name": name,
                    "approvalPasskeyAbove": approvalPasskeyAbove,
                    "numbersNeedPasskey": numbersNeedPasskey,
                    "timeZone": timeZone,
                    "currency": currency,
                    "proof": proof,
                },
                query={
                    "dryRun": dryRun,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def issuers(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.IssuerConnections:
        """Read how far issuers are connected. Which settings this node has for each issuer beside Purser, the
        paths that the issuer calls, and when it called last.

        `GET /account/issuers`
        """
        return self._send(
            Request[types.IssuerConnections](
                "GET",
                "/account/issuers",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def stop(
        self,
        *,
        reason: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Account:
        """Stop all spending. Until spending is resumed, every authorization and evaluation is declined with
        `account_stopped`, and no card number can be read. Intents can be declared and decided, but wait. If
        the account is stopped already, nothing changes.

        `POST /account/stop`

        Args:
            reason: Why all spending is stopped or resumed, in the words of the caller.
        """
        return self._send(
            Request[types.Account](
                "POST",
                "/account/stop",
                body={
                    "reason": reason,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def resume_options(
        self,
        *,
        reason: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasskeyOptions:
        """Begin to confirm by passkey that spending resumes. Answers a challenge for the account, the stop and
        `reason`, valid once, for five minutes. For people alone. What an authenticator signs for the
        challenge is the `proof` of that resume.

        `POST /account/resume-options`

        Args:
            reason: Why all spending is stopped or resumed, in the words of the caller.
        """
        return self._send(
            Request[types.PasskeyOptions](
                "POST",
                "/account/resume-options",
                body={
                    "reason": reason,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def resume(
        self,
        *,
        reason: str,
        proof: Maybe[types.PasskeyAssertion] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Account:
        """Resume spending. A person who has a passkey has to send `proof`: see `POST /account/resume-options`.
        If the account is not stopped, nothing changes.

        `POST /account/resume`

        Args:
            reason: Why all spending is stopped or resumed, in the words of the caller.
        """
        return self._send(
            Request[types.Account](
                "POST",
                "/account/resume",
                body={
                    "reason": reason,
                    "proof": proof,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Audit:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        resourceId: Maybe[str] = OMIT,
        actorId: Maybe[str] = OMIT,
        operation: Maybe[str] = OMIT,
        createdAfter: Maybe[str] = OMIT,
        createdBefore: Maybe[str] = OMIT,
        limit: Maybe[int] = OMIT,
        cursor: Maybe[str] = OMIT,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Listing[types.AuditEntry]:
        """List audit entries. All changes by people, API keys and the service. The id of an approval finds the
        entries of its intent. An `actorId` or an `operation` that nothing is called by is refused.

        `GET /audit`

        Args:
            actorId: Only entries with this `actorId`.
            operation: Only entries with this `operation`.
            createdAfter: Only entries that were made at this time or later, as RFC 3339 time.
            createdBefore: Only entries that were made before this time, which is excluded: the lower end of the
                next range.
            limit: The most entries of a page. `nextCursor` leads to the next page.
            cursor: The `nextCursor` of the previous page.
        """
        return Listing[types.AuditEntry](
            self._send,
            Request(
                "GET",
                "/audit",
                query={
                    "resourceId": resourceId,
                    "actorId": actorId,
                    "operation": operation,
                    "createdAfter": createdAfter,
                    "createdBefore": createdBefore,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def head(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AuditHead:
        """Read the signed end of the audit trail. The signed end, if you keep it elsewhere, proves later that
        no entry up to it was changed or removed.

        `GET /audit/head`
        """
        return self._send(
            Request[types.AuditHead](
                "GET",
                "/audit/head",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def get(
        self,
        audit_id: str,
        /,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AuditEntry:
        """Read an audit entry.

        `GET /audit/{auditId}`
        """
        return self._send(
            Request[types.AuditEntry](
                "GET",
                f"/audit/{segment(audit_id)}",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class TestClock:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestClock:
        """Read the test clock.

        `GET /test-clock`
        """
        return self._send(
            Request[types.TestClock](
                "GET",
                "/test-clock",
                timeout=timeout,
                max_retries=max_retries,
            ),
        )

    def advance(
        self,
        *,
        seconds: float,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestClock:
        """Move the test clock and run what falls due.

        `POST /test-clock/advance`

        Args:
            seconds: By how many seconds to move the test clock, to the millisecond. At most ten years.
        """
        return self._send(
            Request[types.TestClock](
                "POST",
                "/test-clock/advance",
                body={
                    "seconds": seconds,
                },
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_retries=max_retries,
            ),
        )


class Api:
    """Every operation, grouped by resource."""

    def __init__(self, send: Send) -> None:
        self.customers = Customers(send)
        self.agents = Agents(send)
        self.cards = Cards(send)
        self.access_events = AccessEvents(send)
        self.fillers = Fillers(send)
        self.intents = Intents(send)
        self.approvals = Approvals(send)
        self.change_requests = ChangeRequests(send)
        self.challenges = Challenges(send)
        self.subscriptions = Subscriptions(send)
        self.spend = Spend(send)
        self.policies = Policies(send)
        self.merchants = Merchants(send)
        self.transactions = Transactions(send)
        self.postings = Postings(send)
        self.stats = Stats(send)
        self.network = Network(send)
        self.webhooks = Webhooks(send)
        self.events = Events(send)
        self.api_keys = ApiKeys(send)
        self.self = Self(send)
        self.people = People(send)
        self.password_resets = PasswordResets(send)
        self.invitations = Invitations(send)
        self.sessions = Sessions(send)
        self.sign_in = SignIn(send)
        self.passkeys = Passkeys(send)
        self.notifications = Notifications(send)
        self.slack = Slack(send)
        self.account = Account(send)
        self.audit = Audit(send)
        self.test_clock = TestClock(send)
