/**
 * A script that the reference page runs before its own script. The page's own script makes styles without a nonce: as elements, as
 * attributes, and inside HTML. The Content-Security-Policy would refuse all of them. This script gives style elements the nonce of the
 * reply, and sets style attributes as properties, which the policy allows.
 */
export const allowReferencePageStyles = `
      {
        const styleNonce = document.querySelector('meta[property=csp-nonce]').content
        const { createElement } = document
        document.createElement = function (...args) {
          const made = createElement.apply(this, args)
          if (made instanceof HTMLStyleElement) made.nonce = styleNonce
          return made
        }
        const { setAttribute } = Element.prototype
        Element.prototype.setAttribute = function (name, value) {
          if (name === 'style' && this.style) this.style.cssText = value
          else setAttribute.call(this, name, value)
        }
        const innerHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
        Object.defineProperty(Element.prototype, 'innerHTML', {
          ...innerHTML,
          set(html) {
            innerHTML.set.call(this, String(html).replaceAll(/(<[a-z]+[^<>]*) style="/g, '$1 data-style="'))
            const made = (this.content ?? this).querySelectorAll?.('[data-style]') ?? []
            for (const each of made) each.style.cssText = each.dataset.style
          },
        })
      }
    `
