import { entryColumns } from '@/grid/DataGrid';
import { definePage } from '@/listEditor';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import type { TemplateKind } from './templateKind';

export const surveyTemplateKind: TemplateKind = {
  entity: siteSurveyModule,
  rows: definePage({
    entity: siteSurveyModuleRow,
    url: 'api/siteSurveyModuleRow',
    columns: [
      'post',
      'workshop',
      'workContent',
      'hazard',
      'source',
      'workers',
      'shift',
      'hoursPerDay',
      'daysPerWeek',
      'controls',
      'ppe',
    ],
    filters: ['workshop', 'hazard'],
    form: [
      { title: '岗位', fields: ['workshop', 'post', 'workContent', 'rowSort'] },
      {
        title: '接触情况',
        fields: [
          'hazard',
          'source',
          'workers',
          'shift',
          'hoursPerDay',
          'daysPerWeek',
          'exposureCondition',
          'controls',
          'ppe',
        ],
      },
    ],
    sort: 'rowSort,asc',
  }),
  grid: entryColumns(siteSurveyModuleRow, [
    { field: 'workshop', pinned: true, width: 130 },
    { field: 'post', pinned: true, width: 130 },
    { field: 'workContent', width: 180 },
    { field: 'hazard', width: 150 },
    { field: 'source' },
    { field: 'workers' },
    { field: 'shift' },
    { field: 'hoursPerDay' },
    { field: 'daysPerWeek' },
    { field: 'exposureCondition', width: 190 },
    { field: 'controls' },
    { field: 'ppe' },
  ]),
};
