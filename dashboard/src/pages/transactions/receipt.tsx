import { useMutation } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'

/** The button that saves the signed receipt of a decision. */
export function DecisionReceiptButton({ transactionId }: { transactionId: string }) {
  const say = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { receipt } = await purser.transactions.receipt(transactionId)
      downloadFile(new Blob([`${receipt}\n`], { type: 'application/jose' }), `receipt-${transactionId}.jws`)
    },
    onError: (error) => say.failed(error),
  })
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      Receipt
    </Button>
  )
}
