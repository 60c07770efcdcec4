// Runs in a child process (server/child) with a bounded heap and time: the parser is not trusted with uploads.
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Loaded in advance: otherwise the parser loads it with the first PDF, in the time of that PDF.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';

async function answer({ bytes, cMapUrl, pages: mostPages, texts: mostTexts }) {
  const task = getDocument({
    data: bytes,
    cMapUrl,
    cMapPacked: true,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    stopAtErrors: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await task.promise.catch(async (error) => {
    await task.destroy();
    throw error;
  });
  const pages = [];
  let left = mostTexts;
  for (let number = 1; number <= Math.min(document.numPages, mostPages) && left > 0; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items
      .filter((item) => typeof item.str === 'string' && item.str.trim() !== '')
      .slice(0, left)
      .map((item) => ({
        text: item.str,
        x: item.transform[4],
        y: item.transform[5],
        width: item.width,
        height: item.height || Math.abs(item.transform[3]),
      }));
    left -= texts.length;
    pages.push({ page: number, texts });
    page.cleanup();
  }
  await task.destroy();
  return { pages };
}

/** Returns the pieces of text of a PDF with their positions, or why there are none. */
export async function textsOf(given) {
  try {
    return await answer(given);
  } catch (error) {
    return { failure: error?.name === 'PasswordException' ? 'encrypted' : 'unreadable' };
  }
}
