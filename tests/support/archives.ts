import { open } from 'node:fs/promises';
import { entryNames } from '@server/backup/backupManifest';
import { contentOf, entriesOf, TarWriter } from '@server/backup/tarArchive';

/**
 * Rewrites an archive with one entry changed (undefined: left out) and all checksums correct again, as only somebody
 * who knows the format could.
 * @param manifest changes the object of the manifest
 */
export async function rewritten(
  from: string,
  to: string,
  change: (name: string, content: Buffer) => Buffer | undefined,
  manifest: (value: Record<string, unknown>) => void = () => undefined,
): Promise<void> {
  const [source, target] = [await open(from, 'r'), await open(to, 'wx')];
  try {
    const tar = new TarWriter(target, new Date(0));
    for await (const entry of entriesOf(source)) {
      const parts: Buffer[] = [];
      for await (const part of contentOf(source, entry)) parts.push(part);
      const content = change(entry.name, Buffer.concat(parts));
      if (entry.name === entryNames.sum || !content) continue;
      if (entry.name !== entryNames.manifest) {
        await tar.add(entry.name, [content]);
        continue;
      }
      const value = JSON.parse(content.toString('utf8')) as Record<string, unknown>;
      manifest(value);
      const { sha256 } = await tar.add(entry.name, [Buffer.from(JSON.stringify(value))]);
      await tar.add(entryNames.sum, [Buffer.from(`${sha256}  ${entryNames.manifest}\n`)]);
    }
    await tar.end();
  } finally {
    await source.close();
    await target.close();
  }
}
