import { unrestrictedSigner } from './formSigners';
import { type FormValues, textItem, type ServiceForm } from './serviceForm';

// Fit test of hearing protectors (GBZ 331-2024 7.2.5.2, M.1, M.2): personal attenuation of each ear and of both.

const levelPattern = /^\d{1,3}(\.\d)?$/;
const earLabels = { left: '左耳', right: '右耳', both: '双耳' } as const;

/** Lists levels that are no numbers, a verdict that differs from the levels, and a failure without what followed. */
function hearingFaults(values: FormValues): string[] {
  const { required = '', verdict, intervention, again } = values;
  const attenuations = Object.keys(earLabels).map((ear) => values[ear] ?? '');
  if ([required, ...attenuations].some((attenuation) => attenuation && !levelPattern.test(attenuation)))
    return ['个人声衰减值应为数字，例如21.5'];
  const isSufficient = attenuations.every((attenuation) => Number(attenuation) >= Number(required));
  return [
    ...(verdict && (verdict === '通过') !== isSufficient
      ? [
          `个人声衰减值${isSufficient ? '均不低于' : '低于'}要求值${required} dB，结论应为“${isSufficient ? '通过' : '不通过'}”`,
        ]
      : []),
    ...(verdict === '不通过' && !intervention?.trim() ? ['不通过时请填写干预措施'] : []),
    ...(verdict === '不通过' && !again?.trim() ? ['不通过时请填写重新检验的日期，直至通过'] : []),
  ];
}

/** 护听器适合性检验记录 */
export const hearingTestForm: ServiceForm = {
  key: 'hearingTest',
  no: 'M.1',
  clause: '7.2.5.2、M.1',
  title: '护听器适合性检验记录',
  parts: [
    {
      title: '检验',
      items: [
        textItem('person', '受检者', { required: true }),
        textItem('model', '护听器型号', { required: true }),
        textItem('device', '检验系统及编号', { required: true }),
        textItem('required', '要求的个人声衰减值(dB)', { required: true }),
        ...Object.entries(earLabels).map(([key, label]) =>
          textItem(key, `${label}个人声衰减值(dB)`, { required: true }),
        ),
        textItem('verdict', '结论', { options: ['通过', '不通过'], required: true }),
        textItem('intervention', '干预措施', { long: true, hint: '不通过时填写，例如重新佩戴指导、更换型号' }),
        textItem('again', '重新检验日期', { hint: '不通过时填写' }),
        textItem('on', '检验日期', { required: true, hint: '例如2026-03-02' }),
      ],
    },
  ],
  signers: [unrestrictedSigner('检验人'), unrestrictedSigner('复核人')],
  check: hearingFaults,
};
