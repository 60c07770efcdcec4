/**
 * Checks whether Node is as new as `engines` of package.json requires: 20.19 or later of 20, or 22.12 or later.
 *
 * @param version such as `20.19.0`
 * @returns a sentence with the cure, or null
 */
export function nodeProblem(version: string): string | null {
  const [majorVersion = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = majorVersion === 20 ? minor >= 19 : majorVersion === 22 ? minor >= 12 : majorVersion > 22;
  return isNewEnough ? null : `Node ${version} 版本过低，需要 20.19、22.12 或以上版本。请先升级 Node，再重新启动服务。`;
}
