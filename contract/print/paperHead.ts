import { fixedDictionaries, type FixedDictionary } from '@contract/dictionaries';
import type { Fact, PrintDocument, Signer } from './document';
import { paperTexts } from './paperTexts';

/** What stands on every paper of a project. */
export interface PaperHead {
  readonly agency: string;
  /** Its number among the organisation's controlled forms. */
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

export const labelIn = (dict: FixedDictionary, value: unknown): string =>
  fixedDictionaries[dict].find((entry) => entry.value === value)?.label ??
  (value === null || value === undefined ? '' : String(value));
export const textOr = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
/** A decimal as people write it: `1.0000` is `1`. */
export const plain = (value: string | null | undefined): string =>
  value ? (value.includes('.') ? value.replace(/\.?0+$/, '') : value) : '';
export const dayOf = (moment: string | null | undefined): string => (moment ?? '').slice(0, 10);
export const clockOf = (moment: string | null | undefined): string => (moment ?? '').slice(11, 16);

export function projectFacts({ project }: PaperHead): Fact[] {
  return [
    { label: '项目编号', value: project.code },
    { label: '项目类型', value: project.typeName ?? '' },
    { label: '项目负责人', value: project.leaderName ?? '' },
    { label: '受检单位', value: project.unitName, wide: true },
  ];
}

/** The foot has no room for a whole team. */
export const shortNames = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join('、')}等${names.length}人` : names.join('、');

interface Given {
  readonly title: string;
  readonly no?: string;
  /** Until it is final, what it is. */
  readonly state?: string | null;
  readonly blocks: PrintDocument['blocks'];
  readonly signers: readonly Signer[];
}

export function paper(head: PaperHead, { title, no, state, blocks, signers }: Given): PrintDocument {
  const words = no ? paperTexts.paperNo(no) : '';
  return {
    title,
    agency: head.agency,
    corner: paperTexts.controlNo(head.controlNo),
    blocks,
    signers,
    foot: `${words}${state ? `（${paperTexts.notFinal(state)}）` : ''}`,
  };
}
