import { type RefObject, useLayoutEffect } from 'react'

const GAP_PX = 4
const TALLEST_PX = 320

/** Shows a popover at its field, above everything else, even a dialog. It opens below the field, or above if there is more room. */
export function usePopup(isOpen: boolean, anchor: RefObject<HTMLElement | null>, popup: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const [field, box] = [anchor.current, popup.current]
    if (!isOpen || field === null || box === null) return undefined
    const move = () => moveTo(field, box)
    box.showPopover()
    move()
    window.addEventListener('scroll', move, { capture: true, passive: true })
    window.addEventListener('resize', move)
    return () => {
      window.removeEventListener('scroll', move, { capture: true })
      window.removeEventListener('resize', move)
      box.hidePopover()
    }
  }, [isOpen])
}

function moveTo(field: HTMLElement, box: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect()
  const below = innerHeight - bottom - 2 * GAP_PX
  const above = top - 2 * GAP_PX
  const isBelow = below >= Math.min(TALLEST_PX, above)
  const style = {
    left: `${left}px`,
    width: `${width}px`,
    maxHeight: `${Math.min(TALLEST_PX, isBelow ? below : above)}px`,
    top: isBelow ? `${bottom + GAP_PX}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP_PX}px`,
  }
  Object.assign(box.style, style)
}
