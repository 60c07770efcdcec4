import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { user } from '@contract/features/system/entities/user';
import type { AnalysedRow } from '@contract/workbook/readTableRows';
import { pinyinOf } from '@server/base/pinyin';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';

const header = user.fields.userName.label;
/** Highest number of letters of a name in a user name, so that a number fits after them. */
const maxLetters = 14;

const asciiOnly = (text: unknown): string => String(text ?? '').replaceAll(/[^0-9A-Za-z]/g, '');

/** Generates user names for a person, the simplest first: 冯嘉豪 001 → fengjiahao, fengjiahao001, fengjiahao2 … */
export function* proposedNames(nickName: string, workNo: unknown): Generator<string> {
  const nameLetters = asciiOnly(pinyinOf(nickName).pinyin).toLowerCase().slice(0, maxLetters) || 'user';
  yield nameLetters;
  const number = asciiOnly(workNo).slice(-6);
  if (number) yield nameLetters + number;
  for (let count = 2; ; count += 1) yield nameLetters + String(count);
}

const keyOf = (nickName: unknown, workNo: unknown): string => JSON.stringify([nickName ?? null, workNo ?? null]);

/** Returns the existing ones among these user names, in lower case. People don't distinguish Admin from admin. */
async function takenOf(orm: Orm, names: readonly string[]): Promise<Set<string>> {
  if (!names.length) return new Set();
  const rows = await orm
    .select({ name: userTable.userName })
    .from(userTable)
    .where(and(inArray(sql`lower(${userTable.userName})`, [...names]), isNull(userTable.deleteTime)));
  return new Set(rows.map(({ name }) => name.toLowerCase()));
}

/**
 * Completes rows of an import without a user name: with the name that the person has, else with a new one from the
 * person's name. The preview shows the name and allows changing it.
 */
export async function completeUserNames(
  orm: Orm,
  rows: readonly AnalysedRow[],
  organizationId: number | null,
): Promise<AnalysedRow[]> {
  const rowsWithoutName = rows.filter(({ draft }) => !draft.userName && typeof draft.nickName === 'string');
  if (!rowsWithoutName.length) return [...rows];
  const existingUsers = await orm
    .select({ nickName: userTable.nickName, workNo: userTable.workNo, userName: userTable.userName })
    .from(userTable)
    .where(
      and(
        isNull(userTable.deleteTime),
        organizationId === null ? isNull(userTable.organizationId) : eq(userTable.organizationId, organizationId),
      ),
    );
  const names = new Map(existingUsers.map(({ nickName, workNo, userName }) => [keyOf(nickName, workNo), userName]));
  const givenNames = new Set(
    rows.flatMap(({ draft }) => (draft.userName ? [String(draft.userName).toLowerCase()] : [])),
  );
  const nameByRow = new Map<AnalysedRow, string>();
  for (const row of rowsWithoutName) {
    const { nickName, workNo } = row.draft;
    const existingName = names.get(keyOf(nickName, workNo));
    if (existingName) {
      nameByRow.set(row, existingName);
      continue;
    }
    // Ten at a time, because hardly anybody has more namesakes.
    const nameProposals = proposedNames(String(nickName), workNo);
    for (let freeName: string | undefined; freeName === undefined;) {
      const tenNames = Array.from({ length: 10 }, () => nameProposals.next().value as string);
      const takenNames = await takenOf(orm, tenNames);
      freeName = tenNames.find((name) => !takenNames.has(name) && !givenNames.has(name));
      if (freeName === undefined) continue;
      givenNames.add(freeName);
      nameByRow.set(row, freeName);
    }
  }
  return rows.map((row) => {
    const userName = nameByRow.get(row);
    if (userName === undefined) return row;
    return {
      ...row,
      draft: { ...row.draft, userName },
      cells: { ...row.cells, [header]: userName },
      errors: row.errors.filter((error) => error.header !== header),
    };
  });
}
