import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { serviceForm as stored } from '@contract/features/conformity/entities/serviceForm';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import {
  columnsOf,
  type FormTables,
  withRowNumbers,
  withTableRows,
} from '@contract/features/conformity/forms/formTable';
import type { FormItem, FormValues, ServiceForm } from '@contract/features/conformity/forms/serviceForm';
import { messages } from '@contract/messages';
import { pdfPages, unspaced } from '../../../support/pdfText';
import { button, choose, noticed } from '../console';
import { decide, type People, shown } from '../people';
import { move, type Name, type Staff, tokenOf } from './calls';
import type { SheetAnswers } from './serviceKinds';

// Sheets of the appendices (规范表单) from their descriptions: answers, signatures and paper.

const form = (kind: string): ServiceForm => {
  const found = formOf(kind);
  if (!found) throw new Error(`no sheet ${kind}`);
  return found;
};

/** Texts of items that the descriptions check, by their key. */
const typedTexts: Readonly<Record<string, string>> = {
  on: '2026-03-02',
  next: '2027-03-02',
  standardUntil: '2028-05-31',
  staff: '86',
  agencyStaff: '0',
  code: '91330483MA2CXY4T8K',
  adoption1: '采纳',
  change1: '第3章',
};

const textOf = ({ key, label, options }: FormItem): string =>
  options?.[0] ?? typedTexts[key] ?? `${label.slice(0, 12)}内容`;

/** Returns what people write into a sheet: its own answers, the required items, and one row of each table. */
function filledSheet(
  { kind, values = {}, tables = {}, ownRows }: SheetAnswers,
  known: FormValues,
): { values: FormValues; tables: FormTables } {
  const { parts } = form(kind);
  const written = Object.fromEntries(
    parts.flatMap(({ items }) => items.flatMap((item) => (item.required ? [[item.key, textOf(item)] as const] : []))),
  );
  const given = { ...written, ...known, ...values };
  const counts = parts.flatMap(({ items }) =>
    items.flatMap((item) =>
      given[item.key] === '无此项'
        ? []
        : (item.cells ?? []).flatMap(({ key, count }) => (count ? [[key, '3'] as const] : [])),
    ),
  );
  const all = { ...given, ...Object.fromEntries(counts) };
  const filled = parts.flatMap(({ table }) => (table ? [table] : []));
  const rows = filled.reduce<FormTables>((made, table) => {
    if (ownRows || table.optional || all[`${table.key}Absent`]) return made;
    const rowsGiven = tables[table.key] ?? [
      Object.fromEntries(
        columnsOf(table, all).map(([key, { kind: of, label }]) => [
          key,
          key === 'year'
            ? 2025
            : of === 'integer'
              ? 2
              : of === 'decimal'
                ? '4'
                : of === 'date'
                  ? '2026-01-16'
                  : (cells[key] ?? label),
        ]),
      ),
    ];
    return withTableRows(made, table, withRowNumbers(rowsGiven));
  }, {});
  return { values: all, tables: rows };
}

/** Cells of columns that the descriptions check. */
const cells: Readonly<Record<string, string>> = {
  kind: '固定',
  contact: '稳定',
  post: '打磨工',
  workplace: '木工车间',
  hazard: '砂轮磨尘',
};

const movesOf = { 2: ['handIn', 'confirm'], 3: ['handIn', 'second', 'third'] } as const;

/** Returns who makes which move of a sheet: the person whom its description names, else one who has not signed. */
function signingsOf({ signers }: ServiceForm): readonly (readonly [Name, string])[] {
  const namedBy = { leader: 'field', author: 'reporter', outside: 'sales' } as const;
  const others = [signers.some(({ part }) => part === 'leader') ? 'reporter' : 'field', 'reviewer', 'quality'] as const;
  return movesOf[signers.length].map((key, index) => {
    const part = signers[index]?.part;
    return [part ? namedBy[part] : (others[index] ?? 'quality'), key];
  });
}

/** Signs a sheet as its two or three signers. */
async function signSheet(staff: Staff, id: number, kind: string): Promise<void> {
  for (const [who, key] of signingsOf(form(kind))) await move(staff, who, stored.path, id, key);
}

/**
 * Adds a sheet to a project, with what the project knows already.
 * @param known answers to items that many sheets have, e.g. 报告编号
 */
async function addSheet(staff: Staff, project: number, answers: SheetAnswers, known: FormValues): Promise<AnyRow> {
  const { body: begun } = await staff.field<{ body: AnyRow }>('POST', `${stored.path}/add`, {
    formKind: answers.kind,
    project,
  });
  const { values, tables } = filledSheet(answers, { ...known, ...(begun['values'] as FormValues | null) });
  const { body } = await staff.field<{ body: AnyRow }>('PUT', `${stored.path}/edit`, {
    ...begun,
    values,
    tables: { ...(begun['tables'] as FormTables | null), ...tables },
  });
  return body;
}

/** Adds and signs sheets, each by its people. */
export async function signSheets(
  staff: Staff,
  project: number,
  all: readonly SheetAnswers[] = [],
  known: FormValues = {},
): Promise<void> {
  for (const answers of all) {
    const { id } = await addSheet(staff, project, answers, known);
    await signSheet(staff, id, answers.kind);
  }
}

/** Fills and signs a sheet in the browser: the project head writes it, the others find and sign it. */
export async function typeSheet(people: People, project: { readonly code: string }, kind: string): Promise<void> {
  const { parts } = form(kind);
  const page = await people.at('field', '/projectForms');
  await button(shown(page), '新增').click();
  const dialog = page.getByRole('dialog');
  const label = stored.fields.formKind.label;
  await choose(dialog.getByLabel(label, { exact: true }), labelOfKind(kind));
  await choose(dialog.getByLabel(stored.fields.project.label, { exact: true }), project.code);
  await button(dialog, '保存').click();
  await noticed(page, messages.added);
  await openNewest(page, project.code);
  for (const item of parts.flatMap(({ items }) => items)) {
    if (!item.required) continue;
    const input = shown(page).getByLabel(new RegExp(`^${item.label.replaceAll(/[()（）]/g, '.')}`));
    if (item.options) await chooseFrom(page, input, item.options[0] ?? '');
    else await input.fill(textOf(item));
  }
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);
  const path = new URL(page.url());
  for (const [who, key] of signingsOf(form(kind)))
    await decide(
      await people.at(who, path.pathname + path.search),
      formMachine.moves.find((move) => move.key === key)?.label ?? key,
    );
}

/** Chooses an option of a select that cannot be searched. */
async function chooseFrom(page: Page, box: Locator, option: string): Promise<void> {
  await box.click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByTitle(option, { exact: true })
    .click();
}

async function openNewest(page: Page, code: string): Promise<void> {
  await shown(page).getByRole('grid').getByRole('row').filter({ hasText: code }).getByRole('button').first().click();
  await page.waitForURL(/detail\?id=/);
}

const labelOfKind = (kind: string): string =>
  fixedDictionaries.serviceFormKind.find(({ value }) => value === kind)?.label ?? kind;

/** A sheet's PDF with its text. */
interface SheetPaper {
  readonly kind: string;
  readonly pages: number;
  readonly text: string;
}

/**
 * Downloads the PDF of every sheet of a project.
 * @param folder where the files are kept for people; none without it
 */
export async function sheetPapers(staff: Staff, project: number, folder?: string): Promise<SheetPaper[]> {
  const token = await tokenOf(staff, 'quality');
  const rows = await staff.quality<{ content: AnyRow[] }>('GET', `${stored.path}?project=${project}&page=0&size=100`);
  const papers: SheetPaper[] = [];
  for (const row of rows.content) {
    const answer = await fetch(`${staff.url}/${stored.path}/paper/${row.id}/pdf`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`${String(row['formKind'])}: ${answer.status} ${await answer.text()}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (folder) await writeFile(join(folder, `${String(row['formKind'])}.pdf`), bytes);
    const pages = await pdfPages(bytes);
    papers.push({
      kind: String(row['formKind']),
      pages: pages.length,
      text: unspaced(pages.map(({ text }) => text).join('')),
    });
  }
  return papers;
}
