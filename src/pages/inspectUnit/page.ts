import { crud } from '@/api/crudClient';
import { UnitDetail } from '@/features/customers/units/UnitDetail';
import { feedback } from '@/lib/feedback';
import { changeStatus, definePage } from '@/listEditor';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { project } from '@contract/features/projects/entities/project';
import { messages } from '@contract/messages';

/** Number of units per request. */
const batchSize = 500;

/**
 * Asks whether units have projects, before they are deleted (SPEC §5: project list, page 1, size 10). The total number
 * decides, not the rows of the page. The server checks the same itself.
 */
async function haveProjects(ids: readonly number[]): Promise<boolean> {
  for (let from = 0; from < ids.length; from += batchSize) {
    const { totalElements } = await crud(project).list({
      page: 1,
      size: 10,
      belongInspect: ids.slice(from, from + batchSize),
    });
    if (totalElements > 0) return true;
  }
  return false;
}

export default definePage({
  entity: inspectUnit,
  url: 'api/inspectUnit',
  columns: [
    'unitName',
    'iuiCode',
    'industry',
    'region',
    'scale',
    'economicType',
    'contact',
    'mobile',
    'workerCount',
    'exposedCount',
    'hazards',
    'customer',
    'status',
    'foundedOn',
    'workAddress',
    'industryRisk',
    'createTime',
  ],
  cards: true,
  filters: [
    'unitName',
    'industry',
    'region',
    'scale',
    'economicType',
    'status',
    'customer',
    'contact',
    'mobile',
    'hazards',
    'workerCount',
    'foundedOn',
    'createTime',
  ],
  form: [
    {
      title: '基本信息',
      fields: [
        'unitName',
        'iuiCode',
        'industry',
        'industryRisk',
        'region',
        'scale',
        'economicType',
        'foundedOn',
        'customer',
      ],
    },
    {
      title: '联系方式',
      fields: [
        'contact',
        'mobile',
        'landline',
        'otherPhones',
        'email',
        'otherContacts',
        'registeredAddress',
        'workAddress',
      ],
    },
    { title: '职业卫生情况', fields: ['workerCount', 'exposedCount', 'hazards', 'status', 'remark'] },
  ],
  slots: { detail: UnitDetail },
  actions: [
    {
      key: 'projects',
      label: '项目',
      place: 'row',
      permission: ['project:list'],
      run: ({ ids, open }) => open('/project', { belongInspect: String(ids[0]) }),
    },
    {
      key: 'history',
      label: '历史报告',
      place: 'row',
      permission: ['historyReport:list'],
      run: ({ ids, open }) => open('/historyReport', { unit: String(ids[0]) }),
    },
    // Row by row, so that a unit that somebody has changed meanwhile is not closed unseen.
    changeStatus(inspectUnit, { label: '停业' }),
    changeStatus(inspectUnit, { label: '恢复正常', value: '1', bulk: true }),
  ],
  before: {
    async delete({ rows }) {
      if (!(await haveProjects(rows.map(({ id }) => id)))) return true;
      feedback.notify('warning', messages.unitHasProjects);
      return false;
    },
  },
});
