import { siteSurveyModule, siteSurveyModuleRow } from '@contract/entities/template/siteSurveyModule';
import { definePage } from '@/listEditor';
import type { TemplateKind } from '@/templates/templateKind';

export const kind: TemplateKind = {
  entity: siteSurveyModule,
  rows: definePage({
    entity: siteSurveyModuleRow,
    columns: ['post', 'workshop', 'workContent', 'hazard', 'source', 'workers', 'shift', 'hoursPerDay', 'daysPerWeek', 'controls', 'ppe'],
    filters: ['workshop', 'hazard'],
    form: [
      { title: '岗位', fields: ['workshop', 'post', 'workContent', 'rowSort'] },
      { title: '接触情况', fields: ['hazard', 'source', 'workers', 'shift', 'hoursPerDay', 'daysPerWeek', 'controls', 'ppe'] },
    ],
    sort: 'rowSort,asc',
  }),
};
