/** Attaches eleven documents to a purchase, one more than it can have. Resolves with the answer to the last. */
export async function elevenDocuments(
  bought: () => Promise<string>,
  post: (path: string, body: object) => Promise<Response>,
): Promise<Response> {
  const path = `/transactions/${await bought()}/documents`
  const paper = (n: number) => ({ name: 'a.pdf', content: btoa(`%PDF-1.7 ${n}`) })
  for (let n = 0; n < 10; n += 1) await post(path, paper(n))
  return post(path, paper(10))
}
