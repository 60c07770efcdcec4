import { formAddress } from '@contract/fields/formAddress';
import { permissionOf } from '@contract/permissions';
import { connector } from './entities/connector';
import { platformCode } from './entities/platformCode';
import type { PlaceLink } from './fieldPlaces';

const desk = '/dataGovernance/dataSynchronization/differentPlatform';

/** Query parameters of the page of platforms: list, its filters, and the value that lacks a code. */
export const deskQuery = { view: 'show', connector: 'connector', table: 'codeTable', own: 'missing' } as const;

/** Returns the page on which a setting or a code of a connector is entered. */
export function connectorPlace(
  fault: { readonly place: string; readonly table?: string; readonly own?: string; readonly filledAs?: string },
  id: number,
): PlaceLink {
  const path = (query: Readonly<Record<string, string>>) => `${desk}?${new URLSearchParams(query).toString()}`;
  return fault.place === 'codes'
    ? {
        title: '平台代码',
        path: path({
          [deskQuery.view]: 'codes',
          [deskQuery.connector]: String(id),
          ...(fault.table ? { [deskQuery.table]: fault.table } : {}),
          ...(fault.own ? { [deskQuery.own]: fault.own } : {}),
        }),
        permission: permissionOf(platformCode, 'add'),
      }
    : {
        title: '对接平台',
        path: formAddress(path({ [deskQuery.view]: 'connectors' }), id, fault.filledAs),
        permission: permissionOf(connector, 'edit'),
      };
}
