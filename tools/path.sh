# Puts the Node that this checkout brings first in PATH: `. tools/path.sh`, in the checkout's folder. Every npm script begins so, since
# npm 10 makes no link of it in node_modules/.bin. For a shell of your own, too: `npx vitest` and `node test/fuzz/run.ts` then run on it.
brought_node=$(node tools/runtime/print-folder.mjs) || return
export PATH="$brought_node:$PATH"
unset brought_node
