import { fixedDictionaries, type FixedDictionary } from '@contract/dictionaries';
import { currentFace } from './paperEdition';
import { paperTexts } from './paperTexts';
import type { Fact, PrintColumn, PrintDocument, Signer } from './printDocument';

/** Header data that every paper of a project has. */
export interface PaperHead {
  readonly agency: string;
  /** Number of the form among the organization's controlled forms. */
  readonly controlNo: string;
  readonly project: {
    readonly code: string;
    readonly projectName: string;
    readonly unitName: string;
    readonly customerName: string | null;
    readonly typeName: string | null;
    readonly leaderName: string | null;
  };
}

/**
 * Returns a column of a printed table whose numbers stand at the right.
 * @param least least width, mm
 */
export const rightColumn = (heading: string, least = 9): PrintColumn => ({ heading, align: 'right', least });

/** Returns the label of a fixed dictionary's value; the value itself where it is unknown. */
export const labelIn = (dict: FixedDictionary, value: unknown): string =>
  fixedDictionaries[dict].find((entry) => entry.value === value)?.label ??
  (value === null || value === undefined ? '' : String(value));
/** Returns the value as text; '' for null. */
export const textOrEmpty = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
/** Removes trailing zeros of a decimal: `1.0000` becomes `1`. */
export const withoutTrailingZeros = (value: string | null | undefined): string =>
  value ? (value.includes('.') ? value.replace(/\.?0+$/, '') : value) : '';
/** Returns the day of a `YYYY-MM-DD HH:mm:ss`; '' for null. */
export const dayOf = (timestamp: string | null | undefined): string => (timestamp ?? '').slice(0, 10);
/** Returns the `HH:mm` of a `YYYY-MM-DD HH:mm:ss`; '' for null. */
export const timeOfDayOf = (timestamp: string | null | undefined): string => (timestamp ?? '').slice(11, 16);

/** Returns the facts about the project at the top of a paper. */
export function projectFacts({ project }: PaperHead): Fact[] {
  return [
    { label: '检测任务编号', value: project.code },
    { label: '项目类型', value: project.typeName ?? '' },
    { label: '项目负责人', value: project.leaderName ?? '' },
    { label: '用人单位', value: project.unitName, wide: true },
  ];
}

/** Shortens more than three names to three and a count, because the footer has little space. */
export const shortNames = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join('、')}等${names.length}人` : names.join('、');

interface PaperContent {
  readonly title: string;
  /** Number of the form in the appendices of GBZ 331-2024, e.g. D.1. */
  readonly formNo?: string;
  readonly no?: string;
  /** State of the paper; null for a final paper. */
  readonly state?: string | null;
  readonly blocks: PrintDocument['blocks'];
  readonly signers: readonly Signer[];
}

/** Builds the printed document of a project's paper: head, blocks and signers. */
export function projectPaper(
  paperHead: PaperHead,
  { title, formNo, no, state, blocks, signers }: PaperContent,
): PrintDocument {
  const numberText = no ? paperTexts.paperNo(no) : '';
  return {
    title,
    ...currentFace,
    agency: paperHead.agency,
    corner: [formNo ? paperTexts.appendixForm(formNo) : '', paperTexts.controlNo(paperHead.controlNo)]
      .filter(Boolean)
      .join('　'),
    blocks,
    signers,
    foot: `${numberText}${state ? `（${paperTexts.notFinal(state)}）` : ''}`,
  };
}
