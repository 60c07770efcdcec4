import { formAddress } from '@contract/fields/formAddress';
import { permissionOf } from '@contract/permissions';
import { connector } from './entities/connector';
import { platformCode } from './entities/platformCode';
import type { PlaceLink } from './placeLinks';

const platformPath = '/dataGovernance/dataSynchronization/differentPlatform';

/** Query parameters of the page of platforms: list, its filters, and the value that lacks a code. */
export const platformPageQuery = { view: 'show', connector: 'connector', table: 'codeTable', own: 'missing' } as const;

/** Returns the page on which a setting or a code of a connector is entered. */
export function connectorLink(
  fault: { readonly place: string; readonly table?: string; readonly own?: string; readonly filledAs?: string },
  id: number,
): PlaceLink {
  const path = (query: Readonly<Record<string, string>>) => `${platformPath}?${new URLSearchParams(query).toString()}`;
  return fault.place === 'codes'
    ? {
        title: '平台代码',
        path: path({
          [platformPageQuery.view]: 'codes',
          [platformPageQuery.connector]: String(id),
          ...(fault.table ? { [platformPageQuery.table]: fault.table } : {}),
          ...(fault.own ? { [platformPageQuery.own]: fault.own } : {}),
        }),
        permission: permissionOf(platformCode, 'add'),
      }
    : {
        title: '对接平台',
        path: formAddress(path({ [platformPageQuery.view]: 'connectors' }), id, fault.filledAs),
        permission: permissionOf(connector, 'edit'),
      };
}
