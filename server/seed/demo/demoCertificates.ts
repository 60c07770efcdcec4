import { labelIn } from '@contract/print/paperHead';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Orm } from '@server/db/orm';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { storeDemoFile } from './storeDemoFile';

interface CalibratedInstrument {
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly model: string;
  readonly serialNo: string;
  readonly maker: string;
  readonly measures: string;
  readonly accuracy: string;
  readonly calibrationKind: string;
  readonly calibrationBy: string;
  readonly certificateNo: string;
  /** Day of the calibration, `YYYY-MM-DD`. */
  readonly calibratedOn: string;
  readonly calibrationDue: string;
}

function certificateDocument(owner: string, instrument: CalibratedInstrument): PrintDocument {
  const kind = labelIn('calibrationKind', instrument.calibrationKind);
  const certificateFacts = [
    ['证书编号', instrument.certificateNo],
    ['委托单位', owner],
    ['计量器具名称', instrument.eqpName],
    ['型号规格', instrument.model],
    ['出厂编号', instrument.serialNo],
    ['制造单位', instrument.maker],
    ['管理编号', instrument.eqpNo],
    ['测量范围', instrument.measures],
    ['准确度', instrument.accuracy],
    [`${kind}日期`, instrument.calibratedOn],
    ['有效期至', instrument.calibrationDue],
    ['结论', kind === '检定' ? '合格' : '各点示值误差均在准确度要求之内'],
  ].map(([label = '', value = '']) => ({ label, value }));
  return {
    title: `${kind}证书`,
    agency: instrument.calibrationBy,
    corner: '演示用证书，不作计量依据',
    blocks: [{ kind: 'facts', label: '证书内容', pairs: 1, facts: certificateFacts }],
    signers: [],
    foot: `证书编号：${instrument.certificateNo}`,
  };
}

/**
 * Stores the certificate of an instrument of the demonstration as an upload of its owner.
 * @returns id of the file
 */
export async function certificateFile(
  services: Services,
  tx: Orm,
  owner: { readonly id: number; readonly name: string },
  instrument: CalibratedInstrument,
): Promise<string> {
  const content = await makePdf(
    certificateDocument(owner.name, instrument),
    instrument.calibrationBy,
    undefined,
    undefined,
    services.now(),
  );
  return storeDemoFile(services, tx, {
    organizationId: owner.id,
    name: `${instrument.certificateNo}.pdf`,
    content,
    fileClass: 'document',
  });
}
