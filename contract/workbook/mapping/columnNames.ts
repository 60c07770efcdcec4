import type { Entity } from '@contract/entity';
import { sheetColumns, type SheetColumn } from '../sheetCells';
import { nameKey, withoutBrackets } from './headerRows';
import { nameStem } from './nameStem';

/** Other names of the columns of a region. */
const regionNames: Readonly<Record<string, readonly string[]>> = {
  省: [
    '省份',
    '省市',
    '省市区',
    '省市县',
    '省市区县',
    '所在省市',
    '所在省',
    '所在省份',
    '所在区县',
    '所在地区',
    '所在地',
    '地区',
    '区域',
    '所属地区',
    '行政区划',
    '所属区域',
  ],
  市: ['城市', '地市', '所在市', '设区市'],
  区县: ['区', '县', '县区', '县市区', '区县市'],
};

/** Returns the names under which a column of the entity is searched, its own first. */
export const namesOf = ({ header, hints, part }: SheetColumn): readonly string[] =>
  part === undefined ? [header, ...(hints.columnNames ?? [])] : [header, ...(regionNames[header] ?? [])];

/** Returns every name under which a column of the entity is searched, in the form of `nameKey`. */
export const knownNames = (entity: Entity): ReadonlySet<string> =>
  new Set(
    sheetColumns(entity).flatMap((column) =>
      namesOf(column).flatMap((name) => [nameKey(name), nameStem(nameKey(withoutBrackets(name)))]),
    ),
  );
