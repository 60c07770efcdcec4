import { LaboratoryDeterminations } from '@/features/laboratory/detection/LaboratoryDeterminations';
import { hideActions } from '@/features/library/methods/hideActions';
import { MethodHeader } from '@/features/library/methods/MethodHeader';
import { PlanGapCell, PlanGapMark } from '@/features/library/methods/PlanGapCell';
import { changeStatus, definePage, MasterDetail } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { labMethodItem } from '@contract/features/library/entities/labMethodItem';

const methods = definePage({
  entity: labMethod,
  url: 'api/labMethod',
  columns: [
    'title',
    'standardNo',
    'methodKind',
    'medium',
    'status',
    'dataCertainty',
    'shortFlow',
    'shortMinutes',
    'longFlow',
    'longMinutes',
    'resultRoute',
    'technique',
    'storageDays',
    'storageCondition',
    'treatment',
    'standardName',
    'section',
    'otherHazards',
    'standardStatus',
    'replaces',
    'replacedBy',
    'verifiedBy',
    'verifiedOn',
    'curvePoints',
    'curveR',
    'parallelMax',
    'spikeMin',
    'spikeMax',
    'cma',
    'validFrom',
    'validUntil',
    'organizationId',
    'remark',
  ],
  filters: [
    'methodKind',
    'standardNo',
    'status',
    'title',
    'medium',
    'technique',
    'dataCertainty',
    'cma',
    'resultRoute',
    'hidden',
  ],
  form: [
    {
      title: '方法',
      fields: [
        'title',
        'standardNo',
        'standardName',
        'section',
        'methodKind',
        'resultRoute',
        'technique',
        'status',
        'validFrom',
        'validUntil',
        'cma',
        'standardStatus',
        'replaces',
        'replacedBy',
        'otherHazards',
        'dataCertainty',
      ],
    },
    {
      title: '采样与保存',
      fields: [
        'medium',
        'samplingNote',
        'shortFlow',
        'shortMinutes',
        'longFlow',
        'longMinutes',
        'storageDays',
        'storageCondition',
        'treatment',
      ],
    },
    { title: '标准曲线', fields: ['curveFit', 'curveUnit', 'curvePoints', 'curveR', 'midpointMax', 'efficiencyMin'] },
    {
      title: '质量控制',
      fields: ['blanksPerBatch', 'blankRule', 'parallelMax', 'controlRule', 'spikeMin', 'spikeMax', 'remark'],
    },
  ],
  sort: 'id,asc',
  cells: { medium: PlanGapCell },
  slots: { titleMark: PlanGapMark },
  actions: [
    changeStatus(labMethod, { label: '停用', field: 'status', value: '0', bulk: true, danger: true }),
    changeStatus(labMethod, { label: '启用', field: 'status', value: '1', bulk: true }),
    ...hideActions,
  ],
});

const itemsOf = (row: AnyRow) =>
  definePage({
    entity: labMethodItem,
    url: 'api/labMethodItem',
    title: `${String(row.title)}的适用因素`,
    columns: [
      'hazard',
      'organizationId',
      'minConc',
      'volume',
      'lod',
      'lodUnit',
      'loq',
      'rangeTop',
      'minQuantConc',
      'uncertainty',
      'coverage',
      'storageCondition',
      'dataCertainty',
      'remark',
    ],
    filters: ['replaced'],
    form: [
      {
        title: '检出限与浓度',
        fields: [
          'method',
          'hazard',
          'lod',
          'loq',
          'rangeTop',
          'lodUnit',
          'minConc',
          'minQuantConc',
          'volume',
          'storageCondition',
          'dataCertainty',
          'remark',
        ],
      },
      {
        title: '测量不确定度',
        fields: [
          'uncertainty',
          'coverage',
          'uncertaintyLow',
          'uncertaintyHigh',
          'uncertaintyLevels',
          'uncertaintySource',
          'uncertaintyFrom',
        ],
      },
    ],
    fixedQuery: { method: row.id },
    sort: 'id,asc',
  });

/** Shows the chosen method, with a link to the organization's own determinations by it. */
function ChosenMethodHeader({ row }: { readonly row: AnyRow }) {
  return (
    <>
      <MethodHeader row={row} />
      <LaboratoryDeterminations method={row.id} />
    </>
  );
}

/** 方法库: methods, and the hazards that the chosen method measures, with its detection limits. */
export default function MethodPage() {
  return (
    <MasterDetail
      master={methods}
      partsOf={itemsOf}
      header={ChosenMethodHeader}
      hint="点击方法名称，查看适用因素与检出限"
    />
  );
}
