import { Module } from '@nestjs/common';
import { StaffModule } from '../staff.module.js';
import { SignInController } from './sign-in-pages.controller.js';

/** The pages to sign in to the console. */
@Module({ imports: [StaffModule], controllers: [SignInController] })
export class SignInModule {}
