import type { Place } from './fields';

export interface PlaceOf {
  readonly project: number;
  readonly projectCode: string;
  readonly unitName: string;
}

/** The page on which a field of a project's submission is filled, and what it is called. */
export function placeLink(place: Place, of: PlaceOf, about?: string): { readonly title: string; readonly path: string } {
  const project = `belongProject=${of.project}`;
  const named = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;
  switch (place) {
    case 'organization':
      return { title: '机构管理', path: '/system/organization' };
    case 'unit':
      return { title: '受检单位', path: `/inspectUnit?${named('unitName', of.unitName)}` };
    case 'person':
      return { title: '用户管理', path: `/system/user${about ? `?${named('nickName', about)}` : ''}` };
    case 'survey':
      return { title: '现场调查', path: `/siteSample/siteSurvey/details/page?${project}` };
    case 'sampling':
      return { title: '采样日期', path: `/siteSample/liveSample/condition/pageSamplingTime?${project}` };
    case 'companion':
      return { title: '陪同人信息', path: `/siteSample/liveSample/condition/projectSign?${project}` };
    case 'report':
      return { title: '报告预览', path: `/reportPreviewNew?${project}` };
    case 'project':
      return { title: '项目管理', path: `/project?${named('code', of.projectCode)}` };
  }
}
