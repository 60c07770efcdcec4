import { defineEntity } from '@contract/entity';
import { date, dict, file, flag, integer, ref, text } from '@contract/field';

/** A published picture that documents the survey, sampling or test of a report (DOMAIN §7.5, ④). */
export const reportScene = defineEntity({
  name: 'reportScene',
  path: 'api/reportScene',
  label: '现场影像',
  titleField: 'caption',
  scope: 'organization',
  fields: {
    formula: ref('报告公示', { required: true, to: 'reportFormula' }),
    picture: file('图片', { required: true, accept: 'image' }),
    caption: text('说明', { required: true, max: 100 }),
    activity: dict('环节', { required: true, dict: 'sceneActivity' }),
    takenOn: date('拍摄日期'),
    consented: flag('可以公示', { hint: '影像中没有可识别的个人，或者已取得其本人同意；未勾选的影像不公示' }),
    sort: integer('顺序', { min: 0, max: 999, initial: 0 }),
  },
});
