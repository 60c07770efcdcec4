import type { Picture } from '@contract/print/printDocument';
import { drawableSize } from '@server/files/pictures/processPictures';
import type { Services } from '@server/services';

async function bytesOf(services: Services, id: string): Promise<Buffer | undefined> {
  const stream = await services.files.read(id);
  return stream ? Buffer.from(await new Response(stream).arrayBuffer()) : undefined;
}

/** Returns an upload as a picture for the paper; null if there is no upload, or it can't be drawn. */
export async function pictureOf(services: Services, id: string | null, caption: string): Promise<Picture | null> {
  const bytes = id === null ? undefined : await bytesOf(services, id);
  const imageSize = bytes && (await drawableSize(bytes));
  return id !== null && imageSize && imageSize.height > 0
    ? { source: id, ratio: imageSize.width / imageSize.height, caption }
    : null;
}
