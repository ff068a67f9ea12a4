import { useMutation } from '@tanstack/react-query'
import type { AuditEntry, ListAuditQuery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'

const PAGE = 100
/** The most entries in one exported file. They are read page by page, and a file of years would fill the browser's memory. */
const MOST = 10_000

/** The button that exports the filtered audit entries as lines of JSON, each entry with its hash. */
export function AuditExportButton({ filters }: { filters: ListAuditQuery }) {
  const say = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { entries, hasMore } = await read(filters)
      const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`)
      downloadFile(new Blob(lines, { type: 'application/x-ndjson' }), 'changes.ndjson')
      return hasMore
        ? `Exported the newest ${formatCount(entries.length)}. Choose an earlier day to export those before.`
        : `Exported ${formatCount(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'} as changes.ndjson.`
    },
    onSuccess: say.done,
    onError: say.failed,
  })
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      Export
    </Button>
  )
}

async function read(filters: ListAuditQuery): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const entries: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const page = await purser.audit.list({ ...filters, limit: PAGE, ...(cursor !== undefined && { cursor }) })
    entries.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && entries.length < MOST)
  return { entries, hasMore: cursor !== undefined }
}
