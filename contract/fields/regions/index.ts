import list from './divisions.json';

/**
 * 省 → 市 → 区县 by name (GB/T 2260); towns and streets where a city has no counties. The list has 48 kB, so a page loads
 * it only when the input is opened.
 */
export const divisions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = list;

/**
 * Returns whether 省, 省/市 or 省/市/区县 exists. For a county that is newer than the list a person can enter the city
 * alone.
 */
export function isRegion(path: string): boolean {
  const [province, city, county, ...deeper] = path.split('/');
  const cities = province !== undefined && Object.hasOwn(divisions, province) ? divisions[province] : undefined;
  if (!cities || deeper.length) return false;
  if (city === undefined) return true;
  const counties = Object.hasOwn(cities, city) ? cities[city] : undefined;
  return counties !== undefined && (county === undefined || counties.includes(county));
}
