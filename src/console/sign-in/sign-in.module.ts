import { Module } from '@nestjs/common';
import { StaffModule } from '../../staff/staff.module.js';
import { SignInController } from './sign-in.controller.js';

/** The pages to sign in to the console. */
@Module({ imports: [StaffModule], controllers: [SignInController] })
export class SignInModule {}
