// Every cell that clips costs the painter a clip of its own: clipping all of them takes a third of the frames of a fast
// scroll. So only the texts that may not fit are clipped, by an estimate that errs on the wide side.
const slack = 24;
const padding = 20;

/** Upper estimate of a text's width in em: digits and small letters 0.62, capitals 0.8, everything else (汉字) 1. */
export function emsOf(text: string): number {
  let ems = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    ems += code > 126 ? 1 : code >= 64 && code <= 90 ? 0.8 : code === 109 || code === 119 || code === 37 ? 0.95 : 0.62;
  }
  return ems;
}

/** Whether a text may need an ellipsis in a cell; `slack` is left for what a cell draws around it (a tag's padding). */
export const mayOverflow = (text: string, width: number, fontSize: number): boolean =>
  emsOf(text) * fontSize + padding + slack > width;
