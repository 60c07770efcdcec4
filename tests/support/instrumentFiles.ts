import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from 'xlsx';
import type { InstrumentSource, SourceRow } from '@contract/features/laboratory/instruments/instrumentReading';
import { sourceOfSheets, sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { plainNumber } from '@contract/fields/normalizeText';
import { root } from '@server/base/root';
import { decodedText } from '@server/files/plainText';

const directory = join(root, 'tests/data/instruments');

/** Names of the small files of every kind of instrument. */
export const instrumentFiles = readdirSync(directory).filter((name) => /\.(?:txt|csv|xlsx?)$/.test(name));

/** Returns the text of such a file. */
export const instrumentText = (name: string): string => decodedText(readFileSync(join(directory, name)));

function rowsOf(bytes: Uint8Array): { name: string; rows: SourceRow[] }[] {
  const book = read(bytes);
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name] ?? {};
    const cells = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: true });
    return {
      name,
      rows: cells.flatMap((row, index) =>
        row.every((cell) => cell === '')
          ? []
          : [
              {
                line: index + 1,
                cells: row.map(String),
                numbers: row.map((cell) => (typeof cell === 'number' ? plainNumber(cell) : null)),
              },
            ],
      ),
    };
  });
}

/** Opens such a file as the server does, but in this process. */
export function instrumentSource(name: string): InstrumentSource {
  return /\.xlsx?$/.test(name)
    ? sourceOfSheets(name, rowsOf(readFileSync(join(directory, name))))
    : sourceOfText(name, instrumentText(name));
}
