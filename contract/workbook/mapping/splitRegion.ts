import { dropBlanks } from '@contract/fields/normalizeText';
import { divisions } from '@contract/fields/regions';

type RegionPath = readonly [province: string, city: string, county: string];

const regionSuffix = /(?:省|市|自治区|特别行政区|壮族自治区|回族自治区|维吾尔自治区)$/;
const withoutSuffix = (name: string): string => name.replace(regionSuffix, '');
/** Returns whether a text names a county, also without its 区, 县 or 市 behind the name of its city. */
const namesCounty = (county: string, text: string): boolean =>
  county === text || (text.length > 1 && county.length === text.length + 1 && county.startsWith(text));

/** Pattern of an area that is no administrative division: 苏州工业园区, 经济技术开发区. */
const developmentZone = /(?:开发区|高新区|园区|新区|管委会|示范区|保税区|度假区|集聚区)$/;
/** Pattern of what people write behind a county: a street, a town, an area. */
const behindCounty = /^[^\d]{2,12}(?:街道|镇|乡|村|园区|开发区|工业区|社区|新区)$/;

/** Caches split regions, because they repeat within a column. */
const pathCache = new Map<string, RegionPath | null>();
const maxCachedTexts = 2000;

/**
 * Splits a region written in one cell, whether or not the province is given: 杭州市富阳区, 浙江省杭州市富阳区, 浙江/杭州.
 * @returns null where no city or several cities match
 */
export function splitRegion(text: string): RegionPath | null {
  const cachedPath = pathCache.get(text);
  if (cachedPath !== undefined) return cachedPath;
  const path = pathOf(text);
  if (pathCache.size >= maxCachedTexts) pathCache.clear();
  pathCache.set(text, path);
  return path;
}

function pathOf(text: string): RegionPath | null {
  const plainText = dropBlanks(text).replace(/[/／\-·,，]/g, '');
  const paths: RegionPath[] = [];
  for (const [province, cities] of Object.entries(divisions)) {
    const inProvince = [province, withoutSuffix(province)].find((name) => plainText.startsWith(name));
    const after = inProvince === undefined ? plainText : plainText.slice(inProvince.length);
    if (inProvince !== undefined && after === '') return [province, '', ''];
    for (const [city, counties] of Object.entries(cities)) {
      const inCity = [city, withoutSuffix(city)].find((name) => name.length > 1 && after.startsWith(name));
      const countyText = inCity === undefined ? after : after.slice(inCity.length);
      if (inCity !== undefined && countyText === '') paths.push([province, city, '']);
      else if (inCity !== undefined || inProvince !== undefined) {
        const county =
          counties.find((name) => name === countyText) ??
          counties.find((name) => namesCounty(name, countyText)) ??
          counties.find((name) => countyText.startsWith(name) && behindCounty.test(countyText.slice(name.length)));
        if (county) paths.push([province, city, county]);
        else if (inCity !== undefined && developmentZone.test(countyText)) paths.push([province, city, '']);
      } else if (counties.includes(plainText)) paths.push([province, city, plainText]);
    }
  }
  const [onlyPath, secondPath] = paths;
  return onlyPath && !secondPath ? onlyPath : null;
}
