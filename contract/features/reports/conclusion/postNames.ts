import type { JudgedPost } from '../judgement/judgeResults';

/** Returns 岗位和因素 of a result as sentences name them. */
export const postName = ({
  workshop,
  place,
  hazardName,
}: Pick<JudgedPost, 'workshop' | 'place' | 'hazardName'>): string =>
  `${workshop ? `${workshop}` : ''}${place}${hazardName}`;

/** Lists 岗位和因素 with results that do not conform. */
export const exceedingPostsText = (judgedPosts: readonly JudgedPost[]): string =>
  judgedPosts
    .filter(({ verdict }) => verdict === 'exceeds')
    .map(postName)
    .join('、');

/** Returns whether a result is 待核实 or 无法判定. */
export const isOpen = ({ verdict }: JudgedPost): boolean => verdict === 'toVerify' || verdict === 'undetermined';

/** Lists 岗位和因素 with results that are 待核实 or 无法判定. */
export const openPostsText = (results: readonly JudgedPost[]): string =>
  results.filter(isOpen).map(postName).join('、');
