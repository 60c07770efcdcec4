import { longText, text } from '@contract/field';
import { leader, qualityHead, technicalHead } from './formSigners';
import { textItem, type ServiceForm, tablePart } from './serviceForm';

/** Form that states the reason why a project continues although its facts contradict a time rule. */
export const timeForms: readonly ServiceForm[] = [
  {
    key: 'timeExceptions',
    no: null,
    clause: '5.2.6、5.2.6.3、8.2.5',
    title: '时间规则例外说明',
    parts: [
      tablePart('与时间规则不符之处', {
        key: 'exceptions',
        columns: {
          rule: text('规则', { required: true, max: 100 }),
          finding: longText('核查结果', { required: true, max: 500 }),
          reason: longText('原因', { required: true, max: 500 }),
          measure: longText('对结果的影响与措施', { required: true, max: 500 }),
        },
      }),
      { title: '说明', items: [textItem('note', '说明', { long: true })] },
    ],
    signers: [leader, technicalHead, qualityHead],
  },
];
