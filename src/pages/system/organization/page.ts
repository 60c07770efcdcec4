import { useAskedBrand } from '@/features/system/organizations/askedBrand';
import { BrandSlot } from '@/features/system/organizations/BrandSlot';
import { PublicUrlInput } from '@/features/system/organizations/PublicUrlInput';
import { ExpiryCell, QualifiedUntilCell } from '@/features/system/organizations/UntilCell';
import { defineAction, definePage } from '@/listEditor';
import { brand } from '@contract/features/system/entities/brand';
import { organization } from '@contract/features/system/entities/organization';
import { permissionOf } from '@contract/permissions';

export default definePage({
  entity: organization,
  columns: [
    'name',
    'code',
    'qualification',
    'qualifiedUntil',
    'expiryDate',
    'enabled',
    'contact',
    'phone',
    'address',
    'createTime',
  ],
  filters: ['name', 'code', 'enabled', 'expiryDate'],
  form: [
    {
      title: '基本信息',
      fields: [
        'name',
        'code',
        'creditCode',
        'qualification',
        'qualifiedUntil',
        'qualificationFile',
        'projectNumberRule',
        'reportNumberRule',
        'retentionYears',
        'expiryDate',
        'enabled',
      ],
    },
    { title: '联系方式', fields: ['contact', 'phone', 'email', 'address', 'publicUrl'] },
    {
      title: '标识与备注',
      fields: [
        'seal',
        'logo',
        'favicon',
        'title',
        'shortTitle',
        'titlePre',
        'theme',
        'footerTxt',
        'caseNumber',
        'noHelp',
        'remark',
      ],
    },
  ],
  inputs: { publicUrl: PublicUrlInput },
  cells: { qualifiedUntil: QualifiedUntilCell, expiryDate: ExpiryCell },
  can: ['add', 'edit', 'del', 'restore'],
  slots: { above: BrandSlot },
  actions: [
    defineAction({
      key: 'brand',
      label: brand.label,
      at: 'toolbar',
      permission: [permissionOf(brand, 'add')],
      run: () => useAskedBrand.setState(({ round }) => ({ round: round + 1 })),
    }),
  ],
});
