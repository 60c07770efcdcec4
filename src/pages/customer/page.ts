import { definePage } from '@/listEditor';
import { customer } from '@contract/features/customers/entities/customer';

export default definePage({
  entity: customer,
  url: 'api/customer',
  title: '客户',
  columns: [
    'customerName',
    'creditCode',
    'level',
    'industry',
    'region',
    'contact',
    'phone',
    'email',
    'address',
    'createTime',
  ],
  filters: ['customerName', 'level', 'industry', 'region', 'contact', 'phone', 'createTime'],
  form: [
    { title: '基本信息', fields: ['customerName', 'creditCode', 'level', 'industry', 'region'] },
    { title: '联系方式', fields: ['contact', 'phone', 'email', 'address'] },
    { title: '开票与备注', fields: ['invoiceTitle', 'remark'] },
  ],
  actions: [
    {
      key: 'units',
      label: '受检单位',
      place: 'row',
      permission: ['inspectUnit:list'],
      run: ({ ids, open }) => open('/inspectUnit', { customer: String(ids[0]) }),
    },
  ],
});
