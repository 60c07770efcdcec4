import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { organization } from '@contract/features/system/entities/organization';
import { user } from '@contract/features/system/entities/user';
import { formAddress } from '@contract/fields/formAddress';
import { permissionOf } from '@contract/permissions';
import type { Place } from './platformFields';

export interface PlaceOf {
  readonly project: number;
  readonly projectCode: string;
  readonly unit: number;
  readonly unitName: string;
  readonly organization: number | null;
  /** Ids of the project's people, in the order of the payload. */
  readonly team: readonly number[];
}

export interface PlaceLink {
  readonly title: string;
  readonly path: string;
  /** Permission to edit, for a form in a list whose page also readers may open. */
  readonly permission?: string;
  /** Address for people who may not edit: the row in its list. */
  readonly look?: string;
}

/** Part of the page that the link opens. */
interface PlaceTarget {
  /** Name of the form's field. */
  readonly field?: string;
  /** Index and name of one of the project's people. */
  readonly person?: { readonly index: number; readonly name: string };
}

/**
 * Returns the link to the page where a field of a submission is entered, with its label. For a form in a list it opens
 * the form at the field.
 * @param place page of the field
 * @param placeIds ids of the rows to open
 */
export function placeLink(place: Place, placeIds: PlaceOf, { field, person }: PlaceTarget = {}): PlaceLink {
  const project = `belongProject=${placeIds.project}`;
  const queryPart = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;
  const form = (path: string, row: number | null | undefined) => ({
    path: row ? formAddress(path, row, field) : path,
    look: path,
  });
  switch (place) {
    case 'organization':
      return {
        title: '机构管理',
        ...form('/system/organization', placeIds.organization),
        permission: permissionOf(organization, 'edit'),
      };
    case 'unit':
      return {
        title: '受检单位',
        ...form(`/inspectUnit?${queryPart('unitName', placeIds.unitName)}`, placeIds.unit),
        permission: permissionOf(inspectUnit, 'edit'),
      };
    case 'person':
      return {
        title: '用户管理',
        ...form(
          `/system/user${person ? `?${queryPart('nickName', person.name)}` : ''}`,
          person && placeIds.team[person.index],
        ),
        permission: permissionOf(user, 'edit'),
      };
    case 'survey':
      return { title: '现场调查', path: `/siteSample/siteSurvey/details/page?${project}` };
    case 'sampling':
      return { title: '采样日期', path: `/siteSample/liveSample/condition/pageSamplingTime?${project}` };
    case 'companion':
      return { title: '陪同人信息', path: `/siteSample/liveSample/condition/projectSign?${project}` };
    case 'report':
      return { title: '报告预览', path: `/reportPreviewNew?${project}` };
    case 'project':
      return {
        title: '项目管理',
        ...form(`/project?${queryPart('code', placeIds.projectCode)}`, placeIds.project),
        permission: permissionOf(projectEntity, 'edit'),
      };
  }
}
