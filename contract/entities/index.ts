// The list, for the server and the tests. The console imports entities one by one.
import type { Entity } from '../entity';
import { customer } from './customer/customer';
import { inspectUnit } from './customer/inspectUnit';
import { hazard } from './hazard/hazard';
import { hazardLimit } from './hazard/hazardLimit';
import { labMethod } from './lab/labMethod';
import { labMethodItem } from './lab/labMethodItem';
import { methodAuthorisation } from './lab/methodAuthorisation';
import { labTask } from './lab/labTask';
import { labSheet } from './lab/labSheet';
import { labSheetRow } from './lab/labSheetRow';
import { labCurve } from './lab/labCurve';
import { labCurvePoint } from './lab/labCurvePoint';
import { labCheck } from './lab/labCheck';
import { labDetection } from './lab/labDetection';
import { labAttachment } from './lab/labAttachment';
import { labPeak } from './lab/labPeak';
import { nonconformity } from './lab/nonconformity';
import { incomingSample } from './lab/incomingSample';
import { standard } from './resource/standard';
import { reagent } from './resource/reagent';
import { connector } from './platform/connector';
import { declaration } from './platform/declaration';
import { declarationRow } from './platform/declarationRow';
import { push } from './platform/push';
import { submission } from './platform/submission';
import { consumable } from './resource/consumable';
import { stockMovement } from './resource/stockMovement';
import { vehicle } from './resource/vehicle';
import { vehiclePlan } from './resource/vehiclePlan';
import { archiveFile } from './project/archiveFile';
import { project } from './project/project';
import { industryNews } from './publicity/industryNews';
import { reportFormula } from './publicity/reportFormula';
import { reportScene } from './publicity/reportScene';
import { report } from './report/report';
import { approval } from './report/approval';
import { delegation } from './report/delegation';
import { contractReview } from './project/contractReview';
import { clientMatter } from './enterprise/clientMatter';
import { clientReply } from './enterprise/clientReply';
import { exceedanceRemedy } from './enterprise/exceedanceRemedy';
import { siteSurvey } from './siteSample/siteSurvey';
import { siteHazard } from './siteSample/siteHazard';
import { surveyFile } from './siteSample/surveyFile';
import { samplePlan } from './siteSample/samplePlan';
import { sampleSiteHazard } from './siteSample/sampleSiteHazard';
import { equipment } from './resource/equipment';
import { equipmentUse } from './siteSample/equipmentUse';
import { samplingDay } from './siteSample/samplingDay';
import { siteWeather } from './siteSample/siteWeather';
import { handOver } from './siteSample/handOver';
import { handOverLine } from './siteSample/handOverLine';
import { sample } from './siteSample/sample';
import { blankRelation } from './siteSample/blankRelation';
import { companion } from './siteSample/companion';
import { siteMedia } from './siteSample/siteMedia';
import { appPackage } from './system/appPackage';
import { auditLog } from './system/auditLog';
import { jobRun } from './system/jobRun';
import { dictDetail, dictionary } from './system/dict';
import { menu } from './system/menu';
import { announcement, announcementSend } from './system/notice';
import { brand } from './system/brand';
import { organization } from './system/organization';
import { role } from './system/role';
import { user } from './system/user';
import { cyfaModule, cyfaModuleRow } from './template/cyfaModule';
import { qsjcModule, qsjcModuleRow } from './template/qsjcModule';
import { reportModule, reportModuleRow } from './template/reportModule';
import { outsideTask } from './outside/outsideTask';
import { outsideItem } from './outside/outsideItem';
import { outsideFinding } from './outside/outsideFinding';
import { settlement } from './outside/settlement';
import { outsideFee } from './outside/outsideFee';
import { pointRule } from './outside/pointRule';
import { pointEntry } from './outside/pointEntry';
import { siteSurveyModule, siteSurveyModuleRow } from './template/siteSurveyModule';

export const entities = [
  organization, brand, user, role, menu, dictionary, dictDetail, auditLog, jobRun, appPackage, announcement, announcementSend, customer, inspectUnit, project,
  hazard, hazardLimit, labMethod, labMethodItem, siteSurveyModule, siteSurveyModuleRow, cyfaModule, cyfaModuleRow, qsjcModule, qsjcModuleRow,
  reportFormula, reportScene, industryNews,
  contractReview, clientMatter, clientReply, exceedanceRemedy, archiveFile, siteSurvey, siteHazard, surveyFile, samplePlan, sampleSiteHazard, equipment, equipmentUse, samplingDay, siteWeather, handOver, sample, handOverLine, blankRelation, companion, siteMedia,
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
