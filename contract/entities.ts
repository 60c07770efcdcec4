// The list, for the server and the tests. The console imports entities one by one.
import type { Entity } from './entity';
import { customer } from '@contract/entities/customer/customer';
import { inspectUnit } from '@contract/entities/customer/inspectUnit';
import { hazard } from '@contract/entities/hazard/hazard';
import { hazardLimit } from '@contract/entities/hazard/hazardLimit';
import { labMethod } from '@contract/entities/lab/labMethod';
import { labMethodItem } from '@contract/entities/lab/labMethodItem';
import { methodAuthorisation } from '@contract/entities/lab/methodAuthorisation';
import { labTask } from '@contract/entities/lab/labTask';
import { labSheet } from '@contract/entities/lab/labSheet';
import { labSheetRow } from '@contract/entities/lab/labSheetRow';
import { labCurve } from '@contract/entities/lab/labCurve';
import { labCurvePoint } from '@contract/entities/lab/labCurvePoint';
import { labCheck } from '@contract/entities/lab/labCheck';
import { labDetection } from '@contract/entities/lab/labDetection';
import { labAttachment } from '@contract/entities/lab/labAttachment';
import { labPeak } from '@contract/entities/lab/labPeak';
import { nonconformity } from '@contract/entities/lab/nonconformity';
import { incomingSample } from '@contract/entities/lab/incomingSample';
import { standard } from '@contract/entities/resource/standard';
import { reagent } from '@contract/entities/resource/reagent';
import { connector } from '@contract/entities/platform/connector';
import { declaration } from '@contract/entities/platform/declaration';
import { declarationRow } from '@contract/entities/platform/declarationRow';
import { push } from '@contract/entities/platform/push';
import { submission } from '@contract/entities/platform/submission';
import { consumable } from '@contract/entities/resource/consumable';
import { stockMovement } from '@contract/entities/resource/stockMovement';
import { vehicle } from '@contract/entities/resource/vehicle';
import { vehiclePlan } from '@contract/entities/resource/vehiclePlan';
import { archiveFile } from '@contract/entities/project/archiveFile';
import { project } from '@contract/entities/project/project';
import { industryNews } from '@contract/entities/publicity/industryNews';
import { reportFormula } from '@contract/entities/publicity/reportFormula';
import { reportScene } from '@contract/entities/publicity/reportScene';
import { report } from '@contract/entities/report/report';
import { approval } from '@contract/entities/report/approval';
import { delegation } from '@contract/entities/report/delegation';
import { contractReview } from '@contract/entities/project/contractReview';
import { siteSurvey } from '@contract/entities/siteSample/siteSurvey';
import { siteHazard } from '@contract/entities/siteSample/siteHazard';
import { surveyFile } from '@contract/entities/siteSample/surveyFile';
import { samplePlan } from '@contract/entities/siteSample/samplePlan';
import { sampleSiteHazard } from '@contract/entities/siteSample/sampleSiteHazard';
import { equipment } from '@contract/entities/resource/equipment';
import { equipmentUse } from '@contract/entities/siteSample/equipmentUse';
import { samplingDay } from '@contract/entities/siteSample/samplingDay';
import { siteWeather } from '@contract/entities/siteSample/siteWeather';
import { handOver } from '@contract/entities/siteSample/handOver';
import { handOverLine } from '@contract/entities/siteSample/handOverLine';
import { sample } from '@contract/entities/siteSample/sample';
import { blankRelation } from '@contract/entities/siteSample/blankRelation';
import { companion } from '@contract/entities/siteSample/companion';
import { siteMedia } from '@contract/entities/siteSample/siteMedia';
import { appPackage } from '@contract/entities/system/appPackage';
import { auditLog } from '@contract/entities/system/auditLog';
import { jobRun } from '@contract/entities/system/jobRun';
import { dictDetail, dictionary } from '@contract/entities/system/dict';
import { menu } from '@contract/entities/system/menu';
import { announcement, announcementSend } from '@contract/entities/system/notice';
import { organization } from '@contract/entities/system/organization';
import { role } from '@contract/entities/system/role';
import { user } from '@contract/entities/system/user';
import { cyfaModule, cyfaModuleRow } from '@contract/entities/template/cyfaModule';
import { qsjcModule, qsjcModuleRow } from '@contract/entities/template/qsjcModule';
import { reportModule, reportModuleRow } from '@contract/entities/template/reportModule';
import { outsideTask } from '@contract/entities/outside/outsideTask';
import { outsideItem } from '@contract/entities/outside/outsideItem';
import { outsideFinding } from '@contract/entities/outside/outsideFinding';
import { settlement } from '@contract/entities/outside/settlement';
import { outsideFee } from '@contract/entities/outside/outsideFee';
import { pointRule } from '@contract/entities/outside/pointRule';
import { pointEntry } from '@contract/entities/outside/pointEntry';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/entities/template/siteSurveyModule';

export const entities = [
  organization, user, role, menu, dictionary, dictDetail, auditLog, jobRun, appPackage, announcement, announcementSend, customer, inspectUnit, project,
  hazard, hazardLimit, labMethod, labMethodItem, siteSurveyModule, siteSurveyModuleRow, cyfaModule, cyfaModuleRow, qsjcModule, qsjcModuleRow,
  reportFormula, reportScene, industryNews,
  contractReview, archiveFile, siteSurvey, siteHazard, surveyFile, samplePlan, sampleSiteHazard, equipment, equipmentUse, samplingDay, siteWeather, handOver, sample, handOverLine, blankRelation, companion, siteMedia,
  standard, reagent, consumable, stockMovement, vehicle, vehiclePlan, methodAuthorisation, labCurve, labCurvePoint, labSheet, labTask, labSheetRow, labCheck, labDetection, labAttachment, labPeak, nonconformity, incomingSample,
  reportModule, reportModuleRow, report, approval, delegation,
  connector, push, submission, declaration, declarationRow,
  outsideTask, outsideItem, outsideFinding, settlement, outsideFee, pointRule, pointEntry,
] as const satisfies readonly Entity[];

const byName: ReadonlyMap<string, Entity> = new Map(entities.map((entity) => [entity.name, entity as Entity]));

export function entityNamed(name: string): Entity {
  const entity = byName.get(name);
  if (!entity) throw new Error(`no entity is called ${name}`);
  return entity;
}
