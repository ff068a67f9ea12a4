/** Hands a file to the browser, which saves it as a download. */
export function downloadFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Reads a file that a person has chosen, as base64. */
export const base64OfFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '')
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })

/** Makes a file to save of base64. */
export const fileOfBase64 = (content: string, type: string): Blob =>
  new Blob([Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0)], { type })
