import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';

const { changeAlarm, handleAlarm, recentEvents, board, operatorBoard } = monitoringCenters;

/** The call by which the person works on alarms, as operator or as staff. */
export function useAlarmChange() {
  const isOperator = useMay(changeAlarm.access);
  const isHandler = useMay(handleAlarm.access);
  const endpoint = isOperator ? changeAlarm : handleAlarm;
  const change = useEndpointMutation<typeof changeAlarm | typeof handleAlarm>(endpoint, {
    refreshes: [recentEvents, board, operatorBoard],
  });
  return { ...change, may: isOperator || isHandler };
}
