import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { user } from '@contract/features/system/entities/user';
import type { AnalysedRow } from '@contract/workbook/rows';
import { pinyinOf } from '@server/base/pinyin';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';

const header = user.fields.userName.label;
/** Most letters taken of a name, so that a number fits behind. */
const mostLetters = 14;

const plain = (text: unknown): string => String(text ?? '').replaceAll(/[^0-9A-Za-z]/g, '');

/** Returns user names to try for a person, the plainest first: 冯嘉豪 001 → fengjiahao, fengjiahao001, fengjiahao2 … */
export function* proposedNames(nickName: string, workNo: unknown): Generator<string> {
  const letters = plain(pinyinOf(nickName).pinyin).toLowerCase().slice(0, mostLetters) || 'user';
  yield letters;
  const number = plain(workNo).slice(-6);
  if (number) yield letters + number;
  for (let count = 2; ; count += 1) yield letters + String(count);
}

const keyOf = (nickName: unknown, workNo: unknown): string => JSON.stringify([nickName ?? null, workNo ?? null]);

/** Returns which of these user names exist, in lower case; people don't distinguish Admin from admin. */
async function takenOf(orm: Orm, names: readonly string[]): Promise<Set<string>> {
  if (!names.length) return new Set();
  const rows = await orm
    .select({ name: userTable.userName })
    .from(userTable)
    .where(and(inArray(sql`lower(${userTable.userName})`, [...names]), isNull(userTable.deleteTime)));
  return new Set(rows.map(({ name }) => name.toLowerCase()));
}

/**
 * Gives the rows of an import that leave the user name out the name that the person has, or a new one of the person's
 * name, which the preview shows and which can be changed there.
 */
export async function completeNames(
  orm: Orm,
  rows: readonly AnalysedRow[],
  organizationId: number | null,
): Promise<AnalysedRow[]> {
  const lacking = rows.filter(({ draft }) => !draft.userName && typeof draft.nickName === 'string');
  if (!lacking.length) return [...rows];
  const known = await orm
    .select({ nickName: userTable.nickName, workNo: userTable.workNo, userName: userTable.userName })
    .from(userTable)
    .where(
      and(
        isNull(userTable.deleteTime),
        organizationId === null ? isNull(userTable.organizationId) : eq(userTable.organizationId, organizationId),
      ),
    );
  const names = new Map(known.map(({ nickName, workNo, userName }) => [keyOf(nickName, workNo), userName]));
  const given = new Set(rows.flatMap(({ draft }) => (draft.userName ? [String(draft.userName).toLowerCase()] : [])));
  const chosen = new Map<AnalysedRow, string>();
  for (const row of lacking) {
    const { nickName, workNo } = row.draft;
    const held = names.get(keyOf(nickName, workNo));
    if (held) {
      chosen.set(row, held);
      continue;
    }
    // Ten at a time: hardly anybody has more namesakes.
    const proposals = proposedNames(String(nickName), workNo);
    for (let found: string | undefined; found === undefined;) {
      const ten = Array.from({ length: 10 }, () => proposals.next().value as string);
      const taken = await takenOf(orm, ten);
      found = ten.find((name) => !taken.has(name) && !given.has(name));
      if (found === undefined) continue;
      given.add(found);
      chosen.set(row, found);
    }
  }
  return rows.map((row) => {
    const userName = chosen.get(row);
    if (userName === undefined) return row;
    return {
      ...row,
      draft: { ...row.draft, userName },
      cells: { ...row.cells, [header]: userName },
      errors: row.errors.filter((error) => error.header !== header),
    };
  });
}
