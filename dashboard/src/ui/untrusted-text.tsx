import { Fragment } from 'react'
import { untrustedTextPieces } from '../lib/marked.ts'

/**
 * A text from outside: isolated, so that it cannot reorder or cover the text around it, with marks for invisible characters and for words
 * that mix scripts to look like others.
 */
export const UntrustedText = ({ text }: { text: string }) => (
  <bdi className="wrap-anywhere">
    {untrustedTextPieces(text).map(({ text: piece, mark, scripts }, index) => (
      <Fragment key={index}>
        {mark === undefined && piece}
        {mark !== undefined && <Sign says={mark} title="An invisible character" />}
        {scripts !== undefined && (
          <>
            {' '}
            <Sign says={scripts} title="This word mixes letters that look alike in several scripts" />
          </>
        )}
      </Fragment>
    ))}
  </bdi>
)

const Sign = ({ says, title }: { says: string; title: string }) => (
  <span className="mx-0.5 rounded border px-0.5 font-mono text-xs whitespace-nowrap" title={title}>
    {says}
  </span>
)
