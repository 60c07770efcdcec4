import { dropBlanks } from '@contract/fields/normalize';
import { divisions } from '@contract/fields/regions';

type Path = readonly [province: string, city: string, county: string];

const suffix = /(?:省|市|自治区|特别行政区|壮族自治区|回族自治区|维吾尔自治区)$/;
const bare = (name: string): string => name.replace(suffix, '');

/** Caches split regions, because they repeat within a column. */
const split = new Map<string, Path | null>();
const remembered = 2000;

/**
 * Splits a region written in one cell, whether or not the province is given: 杭州市富阳区, 浙江省杭州市富阳区, 浙江/杭州.
 * @returns null where no city or several cities match
 */
export function splitRegion(text: string): Path | null {
  const known = split.get(text);
  if (known !== undefined) return known;
  const path = pathOf(text);
  if (split.size >= remembered) split.clear();
  split.set(text, path);
  return path;
}

function pathOf(text: string): Path | null {
  const plain = dropBlanks(text).replace(/[/／\-·,，]/g, '');
  const found: Path[] = [];
  for (const [province, cities] of Object.entries(divisions)) {
    const inProvince = [province, bare(province)].find((name) => plain.startsWith(name));
    const after = inProvince === undefined ? plain : plain.slice(inProvince.length);
    if (inProvince !== undefined && after === '') return [province, '', ''];
    for (const [city, counties] of Object.entries(cities)) {
      const inCity = [city, bare(city)].find((name) => name.length > 1 && after.startsWith(name));
      const rest = inCity === undefined ? after : after.slice(inCity.length);
      if (inCity !== undefined && rest === '') found.push([province, city, '']);
      else if (inCity !== undefined || inProvince !== undefined) {
        const county = counties.find((name) => name === rest);
        if (county) found.push([province, city, county]);
      }
    }
  }
  const [only, other] = found;
  return only && !other ? only : null;
}
