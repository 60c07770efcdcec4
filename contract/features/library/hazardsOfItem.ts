import { isNamed } from './materialHazards';

// Items of an annex are named as their standards are: 铅及其化合物, 工作场所噪声. Which hazards of the library an item means
// follows from its name among the hazards that its standard tests.

export interface TestedHazard {
  readonly id: number;
  readonly name: string;
  readonly category: string;
}

const withoutBrackets = (name: string): string => name.replaceAll(/[(（].*$/g, '').trim();

/** Name of an element with its compounds: 铅及其化合物, 锰及其无机化合物, 六价铬. */
const elementPattern = /^(?:金属|总|[二三四六]价)?(\p{Script=Han})(?:及其(?:无机|有机|可溶性|难溶性|不溶性)*化合物)?$/u;

/** Organic compounds of an element are items of their own: 四乙基铅, 有机锡. */
const organicPattern = /有机|[甲乙丙丁苯]基/;

/**
 * Returns which hazards an item means of those that its standard tests; empty where its name means none of them.
 * @param item 项目/参数 as the annex prints it
 */
export function hazardsOfItem(item: string, tested: readonly TestedHazard[]): number[] {
  const name = withoutBrackets(item);
  const element = elementPattern.exec(name)?.[1];
  if (element !== undefined) {
    const isMeant = ({ name: hazard }: TestedHazard) =>
      hazard.includes(element) && (!organicPattern.test(hazard) || name.includes('有机'));
    return tested.filter(isMeant).map(({ id }) => id);
  }
  const named = tested.filter((hazard) => isNamed(name, withoutBrackets(hazard.name)));
  if (named.length) return named.map(({ id }) => id);
  // 微波 of 微波辐射; a standard for one physical factor tests nothing else.
  const begun = tested.filter((hazard) => name.length > 1 && hazard.name.startsWith(name));
  if (begun.length) return begun.map(({ id }) => id);
  return tested.length === 1 && tested[0]?.category === 'physical' ? [tested[0].id] : [];
}
