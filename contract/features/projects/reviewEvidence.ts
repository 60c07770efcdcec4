import { reviewQuestions } from './entities/contractReview';

// Facts of the program about the questions of a contract review. It proposes an answer only where the data of the
// order decide it. The reviewer answers every other question before signing the review.

export type ReviewQuestion = (typeof reviewQuestions)[number];

/** Evidence that is displayed beside a question. */
interface ReviewEvidence {
  /** Sentence with the facts. */
  readonly text: string;
  /** Value of `reviewAnswer` that follows from the facts; absent where a person must judge. */
  readonly answer?: 'yes' | 'na';
}

export const evidenceTexts = {
  proposed: (label: string) => `，已按此选“${label}”`,
  scope: (scope: string) => `检测范围：${scope}`,
  noScope: '没有填写检测范围',
  planned: (from: string, to: string) => `计划${from}至${to}`,
  due: (to: string) => `计划完成日期${to}`,
  noDue: '没有填写计划完成日期',
  noSubcontractor: '没有填写分包机构与项目',
  allInside: (count: number) => `检测范围的${count}项均在资质认定能力附表内，没有填写分包机构与项目`,
  outside: (names: readonly string[]) =>
    `${names.join('、')}不在资质认定能力附表内或资质已过期，承接须分包并经客户书面同意`,
  scopeUnknown: '检测范围没有写明可识别的危害因素，请核对是否需要分包',
  subcontractor: (whom: string) => `分包：${whom}，请核对客户的书面同意`,
  contract: (no: string, signedOn: string) => `合同${no}已于${signedOn}签订`,
  noContract: '没有填写合同编号和签订日期',
  open: (count: number) => `还有${count}项未答`,
} as const;

/** Names of the hazards of a contract by the accredited scope (资质认定能力附表). */
export interface ContractScope {
  readonly accreditedHazards: readonly string[];
  /** Hazards that are not in the scope, or no longer. */
  readonly otherHazards: readonly string[];
}

const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns the facts on 分包: nothing is subcontracted where all hazards are in the scope, and nobody is named. */
function subcontractEvidence(subcontractor: string, scope: ContractScope | null | undefined): ReviewEvidence {
  if (subcontractor) return { text: evidenceTexts.subcontractor(subcontractor) };
  if (scope === undefined) return { text: evidenceTexts.noSubcontractor };
  if (scope === null) return { text: evidenceTexts.noSubcontractor, answer: 'na' };
  if (scope.otherHazards.length) return { text: evidenceTexts.outside(scope.otherHazards) };
  return scope.accreditedHazards.length
    ? { text: evidenceTexts.allInside(scope.accreditedHazards.length), answer: 'na' }
    : { text: evidenceTexts.scopeUnknown };
}

/**
 * Returns the facts beside the questions of a contract review.
 * @param order fields of the project
 * @param subcontractor 分包机构与项目 as typed
 * @param accredited hazards by the accredited scope; null without an annex, undefined while it is not known
 */
export function reviewEvidence(
  order: Readonly<Record<string, unknown>>,
  subcontractor: unknown,
  accredited: ContractScope | null | undefined,
): Readonly<Partial<Record<ReviewQuestion, ReviewEvidence>>> {
  const [scope, no, contractOn] = [
    trimmedText(order['workScope']),
    trimmedText(order['contractNo']),
    trimmedText(order['contractOn']),
  ];
  const [from, to, subcontractorName] = [
    trimmedText(order['plannedOn']),
    trimmedText(order['dueOn']),
    trimmedText(subcontractor),
  ];
  return {
    requirement: { text: scope ? evidenceTexts.scope(scope) : evidenceTexts.noScope },
    schedule: { text: !to ? evidenceTexts.noDue : from ? evidenceTexts.planned(from, to) : evidenceTexts.due(to) },
    subcontract: subcontractEvidence(subcontractorName, accredited),
    price:
      no && contractOn
        ? { text: evidenceTexts.contract(no, contractOn), answer: 'yes' }
        : { text: evidenceTexts.noContract },
  };
}

type ReviewAnswers = Readonly<Record<string, unknown>>;

/**
 * Returns the answers that facts decide, for questions that are still open. An earlier proposal that the facts no
 * longer support becomes open again. An answer that a person chose stays.
 * @param proposed answers that were proposed so far
 */
export function proposedAnswers(
  evidence: ReturnType<typeof reviewEvidence>,
  reviewAnswers: ReviewAnswers,
  proposed: ReviewAnswers,
): Record<string, string | undefined> {
  return Object.fromEntries(
    reviewQuestions.flatMap((name) => {
      const [now, before, next] = [reviewAnswers[name] ?? undefined, proposed[name], evidence[name]?.answer];
      const canReplace = now === undefined || (before !== undefined && now === before);
      return canReplace && now !== next ? [[name, next] as const] : [];
    }),
  );
}

/** Counts the questions without an answer. */
export const openQuestions = (answers: ReviewAnswers): number =>
  reviewQuestions.filter((name) => !answers[name]).length;

/** Returns whether the contract can be approved with these answers. */
export const allowsApproval = (answers: ReviewAnswers): boolean =>
  reviewQuestions.every((name) => answers[name] === 'yes' || answers[name] === 'na');
