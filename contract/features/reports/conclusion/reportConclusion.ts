import type { JudgedPost } from '../judgement/judgeResults';
import { type TemplateSection, titledStandard } from '../reportTexts';
import { isOpen, postName } from './postNames';

// Sentences of 结论 (DOMAIN §7.4), generated from the verdicts alone.

const standardsOf = (judgedPosts: readonly JudgedPost[]): string =>
  [
    ...new Set(
      judgedPosts.flatMap(({ values }) =>
        values.flatMap(({ standard }) => (standard ? [titledStandard(standard)] : [])),
      ),
    ),
  ].join('、');

const hazardFamilies = [
  { of: ['chemical', 'dust', 'biological'], measure: '空气中化学有害因素浓度' },
  { of: ['physical'], measure: '物理因素强度' },
  // All other factors with a limit: the tables contain them, so the conclusion mentions them.
  { of: ['radiation', 'other'], measure: '其他有害因素浓度（强度）' },
] as const;

function familySentence(judgedPosts: readonly JudgedPost[], measure: string): string {
  const standards = standardsOf(judgedPosts);
  const exceedingPosts = judgedPosts.filter(({ verdict }) => verdict === 'exceeds');
  const conformingPosts = judgedPosts.filter(({ verdict }) => verdict === 'conforms');
  if (!exceedingPosts.length && !conformingPosts.length) return '';
  // Open lines are named separately and never counted among 其余.
  const allJudged = exceedingPosts.length + conformingPosts.length === judgedPosts.length;
  if (!exceedingPosts.length)
    return `${allJudged ? '所有' : '已判定的'}检测岗位（检测点）工作场所${measure}均符合${standards}的要求。`;
  const conformingText = conformingPosts.length
    ? `，其余${allJudged ? '' : '已判定的'}检测岗位（检测点）工作场所${measure}均符合${standards}的要求`
    : '';
  return conformingPosts.length
    ? `除${exceedingPosts.map(postName).join('、')}不符合${standards}的要求外${conformingText}。`
    : `${exceedingPosts.map(postName).join('、')}不符合${standards}的要求。`;
}

const listPosts = (results: readonly JudgedPost[], verdict: JudgedPost['verdict'], verdictText: string): string => {
  const posts = results.filter((post) => post.verdict === verdict);
  return posts.length ? `${posts.map(postName).join('、')}${verdictText}。` : '';
};

/**
 * Lists results that are not assessed: without a limit by the standard, or with a limit and for the reason on their
 * line.
 */
function notAssessedOf(judgedPosts: readonly JudgedPost[]): string[] {
  const hasNoLimit = (post: JudgedPost): boolean => post.values.every(({ limitId }) => limitId === null);
  const otherPosts = judgedPosts.filter((post) => post.verdict === 'notAssessed' && !hasNoLimit(post));
  return [
    listPosts(judgedPosts.filter(hasNoLimit), 'notAssessed', '无职业接触限值，不予评价'),
    ...otherPosts.map((post) => {
      const reasons = [...new Set(post.values.flatMap(({ reason }) => reason ?? []))].join('；');
      return `${postName(post)}不予评价${reasons ? `（${reasons}）` : ''}。`;
    }),
  ];
}

/** Formats one paragraph per family of factors, followed by results that could not be judged. */
export function conclusionOf(judgedPosts: readonly JudgedPost[]): string {
  return [
    ...hazardFamilies.map(({ of, measure }) =>
      familySentence(
        judgedPosts.filter(({ category }) => (of as readonly string[]).includes(category)),
        measure,
      ),
    ),
    listPosts(judgedPosts, 'toVerify', '的结果待核实'),
    listPosts(judgedPosts, 'undetermined', '的结果无法判定'),
    ...notAssessedOf(judgedPosts),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Returns the template sections that fit the results. The texts for 全部符合 apply only if no line is open. */
export function sectionsByVerdict(
  judgedPosts: readonly JudgedPost[],
  assess: boolean,
): { readonly conclusion: TemplateSection; readonly advice: TemplateSection | null } {
  if (!assess) return { conclusion: 'conclusionPlain', advice: null };
  if (judgedPosts.some(({ verdict }) => verdict === 'exceeds'))
    return { conclusion: 'conclusionBad', advice: 'adviceBad' };
  return judgedPosts.some(isOpen)
    ? { conclusion: 'conclusionOpen', advice: 'adviceOpen' }
    : { conclusion: 'conclusionGood', advice: 'adviceGood' };
}
