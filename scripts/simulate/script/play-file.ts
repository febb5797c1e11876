import { readFileSync } from 'node:fs';
import type { UnitModel } from '#core/units/unit.ts';
import type { FleetUnit } from '../behaviour.ts';
import { seededFleet } from '../seeded-fleet.ts';
import { loggedScript } from './logged-script.ts';
import { play } from './play.ts';
import { writtenScript } from './written-script.ts';

/** Units that are looked through for the one that plays. */
const MOST_UNITS = 10_000;

interface PlayFileOptions {
  readonly host: string;
  readonly port: number;
  readonly speed: number;
  readonly UnitSerNum: string | undefined;
  readonly isQuiet: boolean;
}

/** Plays a script, or an exported log, as a unit of the seeded fleet. */
export async function playFile(file: string, { UnitSerNum, isQuiet, ...common }: PlayFileOptions): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const script = file.toLowerCase().endsWith('.csv') ? loggedScript(text) : writtenScript(text);
  const unit = unitFor(script.model, UnitSerNum);
  const tell = (words: string) => {
    if (!isQuiet) console.log(`${new Date().toISOString()} ${words}`);
  };
  tell(`${unit.UnitSerNum} plays ${script.steps.length} steps of a ${script.model}`);
  const { reports, refused, commands } = await play({ ...common, unit, script, tell });
  console.log(`${reports} reports said, ${refused.length} refused, ${commands} commands answered`);
  for (const words of refused) console.log(`  Refused ${words}`);
}

function unitFor(model: UnitModel, UnitSerNum: string | undefined): FleetUnit {
  const unit = seededFleet(MOST_UNITS).find((one) =>
    UnitSerNum === undefined ? one.model === model : one.UnitSerNum === UnitSerNum,
  );
  if (!unit) throw new Error(`The seeded fleet has no unit ${UnitSerNum ?? `of the model ${model}`}`);
  if (unit.model !== model) throw new Error(`${unit.UnitSerNum} is a ${unit.model}, and the script is of a ${model}`);
  return unit;
}
