import { decimal, dict, text } from '@contract/field';
import { silicaFamily } from '../calculation/silicaFamily';
import { straightLineCurve } from './curveColumns';
import { defineSheet } from './methodSheet';

const massField = (label: string) => decimal(label, { unit: 'mg', min: '0' });

export const freeSilicaSheet = defineSheet({
  readings: {
    technique: dict('方法', { dict: 'silicaTechnique', initial: 'pyrophosphoric' }),
    sampleMass: massField('粉尘样品质量'),
    crucibleNo: text('坩埚编号', { max: 40 }),
    crucibleMass: massField('坩埚质量'),
    residueMass: massField('坩埚+残渣'),
    afterAcidMass: massField('HF处理后'),
    response: decimal('吸光度', { hint: '红外法、衍射法由曲线得出测得量' }),
    measuredMass: massField('红外/衍射测得量'),
    crucibleMass2: massField('坩埚质量(恒重2)'),
    residueMass2: massField('坩埚+残渣(恒重2)'),
    afterAcidMass2: massField('HF处理后(恒重2)'),
  },
  calculated: {
    share: { label: '游离SiO2含量', unit: '%' },
    mean: { label: '平行均值', unit: '%' },
    deviation: { label: '相对偏差', unit: '%' },
    band: { label: '粉尘类别' },
  },
  conditions: ['溶解温度/时间(245~250℃,15min)', '灰化温度/时间', '称量恒重记录'],
  layouts: [
    {
      key: 'main',
      title: '游离二氧化硅含量检测原始记录（焦磷酸法）',
      formerTitle: '游离二氧化硅含量检测原始记录(焦磷酸法)',
      formula: 'F=(m2-m1)/G×100',
      columns: [
        'technique',
        'sampleMass',
        'crucibleNo',
        'crucibleMass',
        'residueMass',
        'afterAcidMass',
        'response',
        'measuredMass',
        'share',
        'mean',
        'deviation',
        'band',
        'crucibleMass2',
        'residueMass2',
        'afterAcidMass2',
      ],
      optional: ['crucibleMass2', 'residueMass2', 'afterAcidMass2'],
      before: ['serial', 'sampleNo', 'siteName'],
      after: ['notes', 'remark'],
      curveUnit: 'mg',
      family: silicaFamily,
    },
  ],
  curve: straightLineCurve('石英含量', 'mg', '吸光度', '仅红外、衍射法需要曲线'),
  checks: ['parallel', 'quartz'],
});
