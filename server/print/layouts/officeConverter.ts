import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ownLayoutTexts } from '@contract/features/library/layoutWire';
import { limitConcurrency } from '@server/base/limitConcurrency';
import { Refusal } from '@server/http/errors';
import type { LayoutFormat } from './layoutParts';

// PDF of a filled layout by LibreOffice, where the operator has installed it. It runs with a profile and a directory of
// its own, without the server's environment.

const programNames = ['soffice', 'libreoffice'];
/** Time for one conversion, ms. LibreOffice takes up to ten seconds to start. */
const timeLimitMs = 90_000;

/** Returns the path of LibreOffice; undefined where it is not installed. */
export function officeProgram(path: string = process.env['PATH'] ?? ''): string | undefined {
  for (const folder of path.split(delimiter).filter(Boolean))
    for (const name of programNames) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
    }
  return undefined;
}

// One at a time: each takes 300 MB.
const inTurn = limitConcurrency({
  maxRunning: 1,
  maxWaiting: 10,
  tooMany: () => {
    throw new Refusal(503, 'busy', ownLayoutTexts.officeFailed);
  },
});

/**
 * Converts a filled layout to PDF.
 * @throws Refusal 400 `noOffice` without LibreOffice, 503 `office` if it fails or takes too long
 */
export function officePdf(bytes: Uint8Array, format: LayoutFormat): Promise<Uint8Array<ArrayBuffer>> {
  const program = officeProgram();
  if (!program) throw new Refusal(400, 'noOffice', ownLayoutTexts.noOffice);
  return inTurn(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'layout-'));
    try {
      const source = join(folder, `paper.${format}`);
      await writeFile(source, bytes);
      const profile = pathToFileURL(join(folder, 'profile')).href;
      await promisify(execFile)(
        program,
        [
          `-env:UserInstallation=${profile}`,
          '--headless',
          '--norestore',
          '--nolockcheck',
          '--convert-to',
          'pdf',
          '--outdir',
          folder,
          source,
        ],
        {
          timeout: timeLimitMs,
          killSignal: 'SIGKILL',
          env: { PATH: process.env['PATH'], HOME: folder, LANG: 'zh_CN.UTF-8' },
        },
      );
      return Uint8Array.from(await readFile(join(folder, 'paper.pdf')));
    } catch (error) {
      throw Object.assign(new Refusal(503, 'office', ownLayoutTexts.officeFailed), { cause: error });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
