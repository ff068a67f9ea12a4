// Loaded into a node before anything else (`NODE_OPTIONS=--import`): SIGUSR2 sets its clock by JUMP_MS, and the next one sets it right again.
const right = Date.now
const jumpMs = Number(process.env['JUMP_MS'])
let isWrong = false
process.on('SIGUSR2', () => {
  isWrong = !isWrong
})
Date.now = () => right() + (isWrong ? jumpMs : 0)
