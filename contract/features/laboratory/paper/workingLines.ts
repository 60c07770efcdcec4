import type { Edition } from '@contract/print/paperEdition';
import type { Block, Cell } from '@contract/print/printDocument';
import type { Working } from '../methods/calculation/labRecord';
import { layoutOf } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import type { LabWorkRow } from '../sheets/labWork';
import { labPreviewTexts } from './previewTexts';
import { correctionOf } from './printedSampleRows';
import type { RecordForm } from './recordParts';

// Prints the formula with the numbers of each result, so that a reviewer can check it (DOMAIN §8.2).

/** Parses the stored working of a row; null where there is none. */
export function workingIn({ working }: Pick<LabWorkRow, 'working'>): Working | null {
  return working ? (JSON.parse(working) as Working) : null;
}

/** Formats a working in one line: equation, minimum, rounding. */
export const workingText = ({ substituted, minimum, rounding }: Working): string =>
  `${substituted}${minimum ? `；${minimum}` : ''}（${rounding}）`;

const uniqueTexts = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Lists the formulas that the rows used; without results the formula of the layout. */
function formulaLines({ method, layout }: RecordForm, workings: readonly Working[]): string[] {
  const usedFormulas = uniqueTexts(workings.map(({ formula }) => formula));
  const { formula: layoutFormula, fixedUnit } = layoutOf(methodSheets[method], layout);
  // The formula of the form describes all of its kinds; the rows used one of them.
  if (fixedUnit) return uniqueTexts([layoutFormula, ...usedFormulas]);
  if (layoutFormula !== '') return usedFormulas.length > 0 ? usedFormulas : [layoutFormula];
  const formulaTexts: Readonly<Record<string, string>> = labPreviewTexts.noFormula;
  return [formulaTexts[method] ?? labPreviewTexts.other, ...usedFormulas];
}

/** Returns the explanation of the symbols, as the workings name them. */
function legendLines(workings: readonly Working[], edition: Edition): string[] {
  const inBrackets = (unit: string): string => (edition === 1 ? `(${unit})` : `（${unit}）`);
  const definitions = workings.flatMap(({ inputs }) =>
    inputs.map(({ symbol, label, unit }) => `${symbol}为${label}${unit && inBrackets(unit)}`),
  );
  return definitions.length === 0 ? [] : [labPreviewTexts.where(uniqueTexts(definitions))];
}

/** Returns the printed formula with its symbols; without rows the formula of the blank form. */
export function formulaBlocks(form: RecordForm, rows: readonly LabWorkRow[] | null): Block[] {
  const workings = (rows ?? []).flatMap((row) => workingIn(row) ?? []);
  return [
    { kind: 'heading', text: labPreviewTexts.formula },
    { kind: 'lines', lines: [...formulaLines(form, workings), ...legendLines(workings, form.edition)] },
  ];
}

function lineOf(row: LabWorkRow): Cell[] {
  if (row.problem) return [labPreviewTexts.noResult(row.sampleNo, row.problem)];
  const rowWorking = workingIn(row);
  if (!rowWorking) return [];
  const correction = correctionOf(row);
  const raw = rowWorking.inputs
    .map((input) => `${input.symbol}=${input.raw}${input.unit && ` ${input.unit}`}`)
    .join('\n');
  return [
    {
      text: `${row.sampleNo}：${workingText(rowWorking)}${correction ? `；${correction}` : ''}`,
      raw: `${raw}\n=${rowWorking.raw}`,
    },
  ];
}

/** Returns one line for each result; for a blank form three lines for handwriting. */
export function workingBlocks(rows: readonly LabWorkRow[] | null, formula: boolean): Block[] {
  const lines = rows ? rows.flatMap(lineOf) : formula ? ['样品编号：', '样品编号：', '样品编号：'] : [];
  return lines.length === 0
    ? []
    : [
        { kind: 'heading', text: labPreviewTexts.working },
        { kind: 'lines', lines },
      ];
}
