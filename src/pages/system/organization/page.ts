import { useBrandForm } from '@/features/system/organizations/brandFormStore';
import { BrandSlot } from '@/features/system/organizations/BrandSlot';
import { openMailForm } from '@/features/system/organizations/mailFormStore';
import { useNumbersDialog } from '@/features/system/organizations/numbersDialogStore';
import { ExpiryCell, QualifiedUntilCell } from '@/features/system/organizations/organizationExpiryCells';
import { PublicUrlInput } from '@/features/system/organizations/PublicUrlInput';
import { SealInput } from '@/features/system/organizations/SealInput';
import { defineAction, definePage } from '@/listEditor';
import { numberTexts } from '@contract/features/projects/runningNumberRules';
import { brand } from '@contract/features/system/entities/brand';
import { mailServer } from '@contract/features/system/entities/mailServer';
import { organization } from '@contract/features/system/entities/organization';
import { permissionOf } from '@contract/permissions';

export default definePage({
  entity: organization,
  url: 'api/organization',
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
        'legalPerson',
        'retentionYears',
        'accountYears',
        'expiryDate',
        'enabled',
      ],
    },
    {
      title: '编号规则',
      fields: [
        'projectNumberRule',
        'reportNumberRule',
        'sampleNumberRule',
        'incomingNumberRule',
        'recordNumberRule',
        'curveNumberRule',
      ],
    },
    { title: '联系方式', fields: ['contact', 'phone', 'email', 'address', 'publicUrl'] },
    {
      title: '标识与备注',
      fields: [
        'seal',
        'accreditationMark',
        'logo',
        'favicon',
        'title',
        'shortTitle',
        'titlePre',
        'theme',
        'footerTxt',
        'caseNumber',
        'timeGate',
        'noHelp',
        'remark',
      ],
    },
  ],
  inputs: { publicUrl: PublicUrlInput, seal: SealInput },
  cells: { qualifiedUntil: QualifiedUntilCell, expiryDate: ExpiryCell },
  abilities: ['add', 'edit', 'del', 'restore'],
  slots: { aboveList: BrandSlot },
  actions: [
    defineAction({
      key: 'numbers',
      label: numberTexts.title,
      place: 'row',
      permission: [permissionOf(organization, 'edit')],
      run: ({ rows: [row] }) => useNumbersDialog.setState({ organization: row ?? null }),
    }),
    defineAction({
      key: 'brand',
      label: brand.label,
      place: 'toolbar',
      permission: [permissionOf(brand, 'add')],
      run: () => useBrandForm.setState(({ round }) => ({ round: round + 1 })),
    }),
    defineAction({
      key: 'mailServer',
      label: mailServer.label,
      place: 'toolbar',
      permission: [permissionOf(mailServer, 'add')],
      run: openMailForm,
    }),
  ],
});
