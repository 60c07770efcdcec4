import { useEffect, useState } from 'react';
import { fetchPicture } from '@/api/files';
import { feedback } from '@/lib/feedback';
import { sketchTexts } from '@contract/features/fieldwork/plan/sketchMarks';

/** Picture below the marks, decoded. */
export interface SketchBackground {
  readonly url: string;
  readonly ratio: number;
  readonly image: HTMLImageElement;
  /** Picture to be stored; its upload if it is stored already. */
  readonly source: File | string;
}

/** Decodes a picture; null where the browser can't. */
async function decoded(blob: Blob, source: File | string): Promise<SketchBackground | null> {
  const url = URL.createObjectURL(blob);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return { url, ratio: image.naturalWidth / image.naturalHeight, image, source };
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
}

/**
 * Holds the picture below the marks. A file that is no picture is refused with a sentence.
 * @param storedFileId upload of the picture of a drawing that is changed; null for an empty grid
 */
export function useSketchBackground(storedFileId: string | null) {
  const [background, setBackground] = useState<SketchBackground | null>(null);
  const url = background?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const take = async (blob: Blob, source: File | string) => {
    const picture = await decoded(blob, source);
    if (picture) setBackground(picture);
    else feedback.notify('error', sketchTexts.notPicture);
  };
  useEffect(() => {
    if (storedFileId === null) return undefined;
    const abortController = new AbortController();
    fetchPicture(`api/file/${storedFileId}`, abortController.signal)
      .then((blob) => decoded(blob, storedFileId))
      .then((picture) => {
        if (!abortController.signal.aborted) setBackground(picture);
      })
      .catch(() => undefined);
    return () => abortController.abort();
  }, [storedFileId]);
  return {
    background,
    chooseFile: (file: File) => take(file, file),
    /** Takes a picture of the survey; its content is stored again with the drawing. */
    chooseStored: async (id: string, name: string) => {
      const blob = await fetchPicture(`api/file/${id}`);
      await take(blob, new File([blob], name, { type: blob.type }));
    },
    clear: () => setBackground(null),
  };
}
