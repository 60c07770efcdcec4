// Icons for menu items, in one lazy chunk.
import AimOutlined from '@ant-design/icons/AimOutlined';
import AlertOutlined from '@ant-design/icons/AlertOutlined';
import AndroidOutlined from '@ant-design/icons/AndroidOutlined';
import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import ApiOutlined from '@ant-design/icons/ApiOutlined';
import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BankOutlined from '@ant-design/icons/BankOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import BarcodeOutlined from '@ant-design/icons/BarcodeOutlined';
import BellOutlined from '@ant-design/icons/BellOutlined';
import BookOutlined from '@ant-design/icons/BookOutlined';
import BranchesOutlined from '@ant-design/icons/BranchesOutlined';
import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CameraOutlined from '@ant-design/icons/CameraOutlined';
import CarOutlined from '@ant-design/icons/CarOutlined';
import CloudOutlined from '@ant-design/icons/CloudOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import CloudSyncOutlined from '@ant-design/icons/CloudSyncOutlined';
import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined';
import ClusterOutlined from '@ant-design/icons/ClusterOutlined';
import CompassOutlined from '@ant-design/icons/CompassOutlined';
import ContactsOutlined from '@ant-design/icons/ContactsOutlined';
import ContainerOutlined from '@ant-design/icons/ContainerOutlined';
import ControlOutlined from '@ant-design/icons/ControlOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import DeploymentUnitOutlined from '@ant-design/icons/DeploymentUnitOutlined';
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined';
import ExceptionOutlined from '@ant-design/icons/ExceptionOutlined';
import ExperimentOutlined from '@ant-design/icons/ExperimentOutlined';
import ExportOutlined from '@ant-design/icons/ExportOutlined';
import FileDoneOutlined from '@ant-design/icons/FileDoneOutlined';
import FilePdfOutlined from '@ant-design/icons/FilePdfOutlined';
import FileProtectOutlined from '@ant-design/icons/FileProtectOutlined';
import FileSearchOutlined from '@ant-design/icons/FileSearchOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import FolderOpenOutlined from '@ant-design/icons/FolderOpenOutlined';
import FolderOutlined from '@ant-design/icons/FolderOutlined';
import FormOutlined from '@ant-design/icons/FormOutlined';
import FundOutlined from '@ant-design/icons/FundOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import GoldOutlined from '@ant-design/icons/GoldOutlined';
import HeartOutlined from '@ant-design/icons/HeartOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import InteractionOutlined from '@ant-design/icons/InteractionOutlined';
import IssuesCloseOutlined from '@ant-design/icons/IssuesCloseOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import LineChartOutlined from '@ant-design/icons/LineChartOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import MedicineBoxOutlined from '@ant-design/icons/MedicineBoxOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import MonitorOutlined from '@ant-design/icons/MonitorOutlined';
import NotificationOutlined from '@ant-design/icons/NotificationOutlined';
import PieChartOutlined from '@ant-design/icons/PieChartOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import ProfileOutlined from '@ant-design/icons/ProfileOutlined';
import ProjectOutlined from '@ant-design/icons/ProjectOutlined';
import QrcodeOutlined from '@ant-design/icons/QrcodeOutlined';
import ReadOutlined from '@ant-design/icons/ReadOutlined';
import ReconciliationOutlined from '@ant-design/icons/ReconciliationOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import ShareAltOutlined from '@ant-design/icons/ShareAltOutlined';
import ShopOutlined from '@ant-design/icons/ShopOutlined';
import ShoppingOutlined from '@ant-design/icons/ShoppingOutlined';
import SnippetsOutlined from '@ant-design/icons/SnippetsOutlined';
import SolutionOutlined from '@ant-design/icons/SolutionOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TagOutlined from '@ant-design/icons/TagOutlined';
import TagsOutlined from '@ant-design/icons/TagsOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import ToolOutlined from '@ant-design/icons/ToolOutlined';
import TrophyOutlined from '@ant-design/icons/TrophyOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import UsergroupAddOutlined from '@ant-design/icons/UsergroupAddOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import WarningOutlined from '@ant-design/icons/WarningOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import type { ComponentType } from 'react';

export const iconSet: Readonly<Record<string, ComponentType>> = {
  aim: AimOutlined,
  alert: AlertOutlined,
  android: AndroidOutlined,
  apartment: ApartmentOutlined,
  api: ApiOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  barChart: BarChartOutlined,
  barcode: BarcodeOutlined,
  bell: BellOutlined,
  book: BookOutlined,
  branches: BranchesOutlined,
  calendar: CalendarOutlined,
  camera: CameraOutlined,
  car: CarOutlined,
  cloud: CloudOutlined,
  cloudServer: CloudServerOutlined,
  cloudSync: CloudSyncOutlined,
  cloudUpload: CloudUploadOutlined,
  cluster: ClusterOutlined,
  compass: CompassOutlined,
  contacts: ContactsOutlined,
  container: ContainerOutlined,
  control: ControlOutlined,
  copy: CopyOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  deploymentUnit: DeploymentUnitOutlined,
  environment: EnvironmentOutlined,
  exception: ExceptionOutlined,
  experiment: ExperimentOutlined,
  export: ExportOutlined,
  fileDone: FileDoneOutlined,
  filePdf: FilePdfOutlined,
  fileProtect: FileProtectOutlined,
  fileSearch: FileSearchOutlined,
  fileText: FileTextOutlined,
  folder: FolderOutlined,
  folderOpen: FolderOpenOutlined,
  form: FormOutlined,
  fund: FundOutlined,
  global: GlobalOutlined,
  gold: GoldOutlined,
  heart: HeartOutlined,
  history: HistoryOutlined,
  home: HomeOutlined,
  inbox: InboxOutlined,
  interaction: InteractionOutlined,
  issuesClose: IssuesCloseOutlined,
  key: KeyOutlined,
  lineChart: LineChartOutlined,
  link: LinkOutlined,
  lock: LockOutlined,
  medicineBox: MedicineBoxOutlined,
  menu: MenuOutlined,
  message: MessageOutlined,
  mobile: MobileOutlined,
  monitor: MonitorOutlined,
  notification: NotificationOutlined,
  pieChart: PieChartOutlined,
  printer: PrinterOutlined,
  profile: ProfileOutlined,
  project: ProjectOutlined,
  qrcode: QrcodeOutlined,
  read: ReadOutlined,
  reconciliation: ReconciliationOutlined,
  safety: SafetyOutlined,
  safetyCertificate: SafetyCertificateOutlined,
  schedule: ScheduleOutlined,
  send: SendOutlined,
  setting: SettingOutlined,
  shareAlt: ShareAltOutlined,
  shop: ShopOutlined,
  shopping: ShoppingOutlined,
  snippets: SnippetsOutlined,
  solution: SolutionOutlined,
  swap: SwapOutlined,
  tag: TagOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  trophy: TrophyOutlined,
  unorderedList: UnorderedListOutlined,
  user: UserOutlined,
  usergroupAdd: UsergroupAddOutlined,
  wallet: WalletOutlined,
  warning: WarningOutlined,
  wifi: WifiOutlined,
};
