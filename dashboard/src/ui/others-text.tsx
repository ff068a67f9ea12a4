import { pieces } from '../lib/marked.ts'

/** What somebody else wrote: isolated, so that it turns nothing around it, with marks for characters that nobody sees. */
export const OthersText = ({ text }: { text: string }) => (
  <bdi className="wrap-anywhere">
    {pieces(text).map((piece, index) =>
      piece.mark === undefined ? (
        piece.text
      ) : (
        <span key={index} className="rounded border px-0.5 font-mono text-xs" title="An invisible character">
          {piece.mark}
        </span>
      ),
    )}
  </bdi>
)
