.text
.globl copy0_identity_f32
.type copy0_identity_f32,@function
copy0_identity_f32:
movss (%rsi), %xmm0
movss %xmm0, (%r8)
retq
.globl _mlir_ciface_copy0_identity_f32
.type _mlir_ciface_copy0_identity_f32,@function
_mlir_ciface_copy0_identity_f32:
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movss (%rax), %xmm0
movss %xmm0, (%rcx)
retq
.globl copy0_static_f32
.type copy0_static_f32,@function
copy0_static_f32:
movss (%rsi), %xmm0
movss %xmm0, (%r8)
retq
.globl _mlir_ciface_copy0_static_f32
.type _mlir_ciface_copy0_static_f32,@function
_mlir_ciface_copy0_static_f32:
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movss (%rax), %xmm0
movss %xmm0, (%rcx)
retq
.globl copy0_strided_f32
.type copy0_strided_f32,@function
copy0_strided_f32:
movss (%rsi,%rdx,4), %xmm0
movss %xmm0, (%r8)
retq
.globl _mlir_ciface_copy0_strided_f32
.type _mlir_ciface_copy0_strided_f32,@function
_mlir_ciface_copy0_strided_f32:
movq 8(%rdi), %rax
movq 16(%rdi), %rcx
movq 8(%rsi), %rdx
movss (%rax,%rcx,4), %xmm0
movss %xmm0, (%rdx)
retq
.globl copy0_fixed_f32
.type copy0_fixed_f32,@function
copy0_fixed_f32:
movss 20(%rsi), %xmm0
movss %xmm0, (%r8)
retq
.globl _mlir_ciface_copy0_fixed_f32
.type _mlir_ciface_copy0_fixed_f32,@function
_mlir_ciface_copy0_fixed_f32:
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movss 20(%rax), %xmm0
movss %xmm0, (%rcx)
retq
.globl copy1_identity_f32
.type copy1_identity_f32,@function
copy1_identity_f32:
testq %rcx, %rcx
jle .LBB8_11
movq 8(%rsp), %rax
cmpq $8, %rcx
setb %dl
movq %rax, %rdi
subq %rsi, %rdi
cmpq $32, %rdi
setb %dil
orb %dl, %dil
je .LBB8_3
xorl %edx, %edx
jmp .LBB8_6
.LBB8_3:
movabsq $9223372036854775800, %rdx
andq %rcx, %rdx
xorl %edi, %edi
.LBB8_4:
movups (%rsi,%rdi,4), %xmm0
movups 16(%rsi,%rdi,4), %xmm1
movups %xmm0, (%rax,%rdi,4)
movups %xmm1, 16(%rax,%rdi,4)
addq $8, %rdi
cmpq %rdi, %rdx
jne .LBB8_4
cmpq %rdx, %rcx
je .LBB8_11
.LBB8_6:
movq %rcx, %r8
movq %rdx, %rdi
andq $3, %r8
je .LBB8_9
movq %rdx, %rdi
.LBB8_8:
movss (%rsi,%rdi,4), %xmm0
movss %xmm0, (%rax,%rdi,4)
incq %rdi
decq %r8
jne .LBB8_8
.LBB8_9:
subq %rcx, %rdx
cmpq $-4, %rdx
ja .LBB8_11
.LBB8_10:
movss (%rsi,%rdi,4), %xmm0
movss %xmm0, (%rax,%rdi,4)
movss 4(%rsi,%rdi,4), %xmm0
movss %xmm0, 4(%rax,%rdi,4)
movss 8(%rsi,%rdi,4), %xmm0
movss %xmm0, 8(%rax,%rdi,4)
movss 12(%rsi,%rdi,4), %xmm0
movss %xmm0, 12(%rax,%rdi,4)
addq $4, %rdi
cmpq %rdi, %rcx
jne .LBB8_10
.LBB8_11:
retq
.globl _mlir_ciface_copy1_identity_f32
.type _mlir_ciface_copy1_identity_f32,@function
_mlir_ciface_copy1_identity_f32:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB9_11
movq 8(%rdi), %rcx
movq 8(%rsi), %rdx
cmpq $8, %rax
setb %sil
movq %rdx, %rdi
subq %rcx, %rdi
cmpq $32, %rdi
setb %dil
orb %sil, %dil
je .LBB9_3
xorl %esi, %esi
jmp .LBB9_6
.LBB9_3:
movabsq $9223372036854775800, %rsi
andq %rax, %rsi
xorl %edi, %edi
.LBB9_4:
movups (%rcx,%rdi,4), %xmm0
movups 16(%rcx,%rdi,4), %xmm1
movups %xmm0, (%rdx,%rdi,4)
movups %xmm1, 16(%rdx,%rdi,4)
addq $8, %rdi
cmpq %rdi, %rsi
jne .LBB9_4
cmpq %rsi, %rax
je .LBB9_11
.LBB9_6:
movq %rax, %r8
movq %rsi, %rdi
andq $3, %r8
je .LBB9_9
movq %rsi, %rdi
.LBB9_8:
movss (%rcx,%rdi,4), %xmm0
movss %xmm0, (%rdx,%rdi,4)
incq %rdi
decq %r8
jne .LBB9_8
.LBB9_9:
subq %rax, %rsi
cmpq $-4, %rsi
ja .LBB9_11
.LBB9_10:
movss (%rcx,%rdi,4), %xmm0
movss %xmm0, (%rdx,%rdi,4)
movss 4(%rcx,%rdi,4), %xmm0
movss %xmm0, 4(%rdx,%rdi,4)
movss 8(%rcx,%rdi,4), %xmm0
movss %xmm0, 8(%rdx,%rdi,4)
movss 12(%rcx,%rdi,4), %xmm0
movss %xmm0, 12(%rdx,%rdi,4)
addq $4, %rdi
cmpq %rdi, %rax
jne .LBB9_10
.LBB9_11:
retq
.globl copy1_static_f32
.type copy1_static_f32,@function
copy1_static_f32:
movq 8(%rsp), %rax
movss (%rsi), %xmm0
movss %xmm0, (%rax)
movss 4(%rsi), %xmm0
movss %xmm0, 4(%rax)
retq
.globl _mlir_ciface_copy1_static_f32
.type _mlir_ciface_copy1_static_f32,@function
_mlir_ciface_copy1_static_f32:
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movss (%rax), %xmm0
movss %xmm0, (%rcx)
movss 4(%rax), %xmm0
movss %xmm0, 4(%rcx)
retq
.globl copy1_strided_f32
.type copy1_strided_f32,@function
copy1_strided_f32:
testq %rcx, %rcx
jle .LBB12_15
pushq %rbx
movq 16(%rsp), %rax
cmpq $16, %rcx
setae %dil
cmpq $1, %r8
sete %r9b
andb %dil, %r9b
cmpb $1, %r9b
jne .LBB12_4
leaq (%rsi,%rdx,4), %rdi
movq %rax, %r9
subq %rdi, %r9
cmpq $32, %r9
jae .LBB12_11
.LBB12_4:
xorl %r9d, %r9d
.LBB12_5:
movq %rcx, %r10
movq %r9, %rdi
andq $3, %r10
je .LBB12_8
movq %r9, %rdi
imulq %r8, %rdi
leaq (,%rdx,4), %r11
leaq (%r11,%rdi,4), %r11
addq %rsi, %r11
leaq (,%r8,4), %rbx
movq %r9, %rdi
.LBB12_7:
movss (%r11), %xmm0
movss %xmm0, (%rax,%rdi,4)
incq %rdi
addq %rbx, %r11
decq %r10
jne .LBB12_7
.LBB12_8:
subq %rcx, %r9
cmpq $-4, %r9
ja .LBB12_14
leaq 3(%rdi), %r9
imulq %r8, %r9
leaq (%rsi,%r9,4), %r9
movq %r8, %r10
shlq $4, %r10
leaq 2(%rdi), %r11
imulq %r8, %r11
leaq (%rsi,%r11,4), %r11
leaq 1(%rdi), %rbx
imulq %r8, %rbx
leaq (%rsi,%rbx,4), %rbx
imulq %rdi, %r8
leaq (%rsi,%r8,4), %rsi
.LBB12_10:
movss (%rsi,%rdx,4), %xmm0
movss %xmm0, (%rax,%rdi,4)
movss (%rbx,%rdx,4), %xmm0
movss %xmm0, 4(%rax,%rdi,4)
movss (%r11,%rdx,4), %xmm0
movss %xmm0, 8(%rax,%rdi,4)
movss (%r9,%rdx,4), %xmm0
movss %xmm0, 12(%rax,%rdi,4)
addq $4, %rdi
addq %r10, %r9
addq %r10, %r11
addq %r10, %rbx
addq %r10, %rsi
cmpq %rdi, %rcx
jne .LBB12_10
jmp .LBB12_14
.LBB12_11:
leaq (,%rdx,4), %rdi
movabsq $9223372036854775800, %r9
andq %rcx, %r9
addq %rsi, %rdi
addq $16, %rdi
xorl %r10d, %r10d
.LBB12_12:
movups -16(%rdi,%r10,4), %xmm0
movups (%rdi,%r10,4), %xmm1
movups %xmm0, (%rax,%r10,4)
movups %xmm1, 16(%rax,%r10,4)
addq $8, %r10
cmpq %r10, %r9
jne .LBB12_12
cmpq %r9, %rcx
jne .LBB12_5
.LBB12_14:
popq %rbx
.LBB12_15:
retq
.globl _mlir_ciface_copy1_strided_f32
.type _mlir_ciface_copy1_strided_f32,@function
_mlir_ciface_copy1_strided_f32:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB13_15
pushq %rbx
movq 32(%rdi), %r8
movq 8(%rsi), %rcx
movq 8(%rdi), %rsi
movq 16(%rdi), %rdx
cmpq $16, %rax
setae %dil
cmpq $1, %r8
sete %r9b
andb %dil, %r9b
cmpb $1, %r9b
jne .LBB13_4
leaq (%rsi,%rdx,4), %rdi
movq %rcx, %r9
subq %rdi, %r9
cmpq $32, %r9
jae .LBB13_11
.LBB13_4:
xorl %r9d, %r9d
.LBB13_5:
movq %rax, %r10
movq %r9, %rdi
andq $3, %r10
je .LBB13_8
movq %r9, %rdi
imulq %r8, %rdi
leaq (,%rdx,4), %r11
leaq (%r11,%rdi,4), %r11
addq %rsi, %r11
leaq (,%r8,4), %rbx
movq %r9, %rdi
.LBB13_7:
movss (%r11), %xmm0
movss %xmm0, (%rcx,%rdi,4)
incq %rdi
addq %rbx, %r11
decq %r10
jne .LBB13_7
.LBB13_8:
subq %rax, %r9
cmpq $-4, %r9
ja .LBB13_14
leaq 3(%rdi), %r9
imulq %r8, %r9
leaq (%rsi,%r9,4), %r9
movq %r8, %r10
shlq $4, %r10
leaq 2(%rdi), %r11
imulq %r8, %r11
leaq (%rsi,%r11,4), %r11
leaq 1(%rdi), %rbx
imulq %r8, %rbx
leaq (%rsi,%rbx,4), %rbx
imulq %rdi, %r8
leaq (%rsi,%r8,4), %rsi
.LBB13_10:
movss (%rsi,%rdx,4), %xmm0
movss %xmm0, (%rcx,%rdi,4)
movss (%rbx,%rdx,4), %xmm0
movss %xmm0, 4(%rcx,%rdi,4)
movss (%r11,%rdx,4), %xmm0
movss %xmm0, 8(%rcx,%rdi,4)
movss (%r9,%rdx,4), %xmm0
movss %xmm0, 12(%rcx,%rdi,4)
addq $4, %rdi
addq %r10, %r9
addq %r10, %r11
addq %r10, %rbx
addq %r10, %rsi
cmpq %rdi, %rax
jne .LBB13_10
jmp .LBB13_14
.LBB13_11:
leaq (,%rdx,4), %rdi
movabsq $9223372036854775800, %r9
andq %rax, %r9
addq %rsi, %rdi
addq $16, %rdi
xorl %r10d, %r10d
.LBB13_12:
movups -16(%rdi,%r10,4), %xmm0
movups (%rdi,%r10,4), %xmm1
movups %xmm0, (%rcx,%r10,4)
movups %xmm1, 16(%rcx,%r10,4)
addq $8, %r10
cmpq %r10, %r9
jne .LBB13_12
cmpq %r9, %rax
jne .LBB13_5
.LBB13_14:
popq %rbx
.LBB13_15:
retq
.globl copy1_fixed_f32
.type copy1_fixed_f32,@function
copy1_fixed_f32:
movq 8(%rsp), %rax
movss 20(%rsi), %xmm0
movss %xmm0, (%rax)
movss 28(%rsi), %xmm0
movss %xmm0, 4(%rax)
retq
.globl _mlir_ciface_copy1_fixed_f32
.type _mlir_ciface_copy1_fixed_f32,@function
_mlir_ciface_copy1_fixed_f32:
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movss 20(%rax), %xmm0
movss %xmm0, (%rcx)
movss 28(%rax), %xmm0
movss %xmm0, 4(%rcx)
retq
.globl copy1_mixed_f32
.type copy1_mixed_f32,@function
copy1_mixed_f32:
movq 8(%rsp), %rax
movss (%rsi,%rdx,4), %xmm0
movss %xmm0, (%rax)
movss 4(%rsi,%rdx,4), %xmm0
movss %xmm0, 4(%rax)
retq
.globl _mlir_ciface_copy1_mixed_f32
.type _mlir_ciface_copy1_mixed_f32,@function
_mlir_ciface_copy1_mixed_f32:
movq 8(%rdi), %rax
movq 16(%rdi), %rcx
movq 8(%rsi), %rdx
movss (%rax,%rcx,4), %xmm0
movss %xmm0, (%rdx)
movss 4(%rax,%rcx,4), %xmm0
movss %xmm0, 4(%rdx)
retq
.globl copy2_identity_i1
.type copy2_identity_i1,@function
copy2_identity_i1:
testq %rcx, %rcx
jle .LBB18_10
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
movl %r8d, %edi
andl $3, %edi
movabsq $9223372036854775804, %r10
andq %r8, %r10
leaq 3(%rsi), %r11
leaq 3(%rdx), %rbx
xorl %r14d, %r14d
jmp .LBB18_2
.LBB18_8:
incq %r14
addq %r9, %r11
addq %rax, %rbx
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r14
je .LBB18_9
.LBB18_2:
testq %r8, %r8
jle .LBB18_8
xorl %r15d, %r15d
cmpq $4, %r8
jb .LBB18_6
.LBB18_4:
movzbl -3(%r11,%r15), %ebp
movb %bpl, -3(%rbx,%r15)
movzbl -2(%r11,%r15), %ebp
movb %bpl, -2(%rbx,%r15)
movzbl -1(%r11,%r15), %ebp
movb %bpl, -1(%rbx,%r15)
movzbl (%r11,%r15), %ebp
movb %bpl, (%rbx,%r15)
addq $4, %r15
cmpq %r15, %r10
jne .LBB18_4
testq %rdi, %rdi
je .LBB18_8
.LBB18_6:
leaq (%rdx,%r15), %r12
addq %rsi, %r15
xorl %r13d, %r13d
.LBB18_7:
movzbl (%r15,%r13), %ebp
movb %bpl, (%r12,%r13)
incq %r13
cmpq %r13, %rdi
jne .LBB18_7
jmp .LBB18_8
.LBB18_9:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB18_10:
retq
.globl _mlir_ciface_copy2_identity_i1
.type _mlir_ciface_copy2_identity_i1,@function
_mlir_ciface_copy2_identity_i1:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB19_10
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
movl %edx, %r9d
andl $3, %r9d
movabsq $9223372036854775804, %r10
andq %rdx, %r10
leaq 3(%rcx), %r11
leaq 3(%r8), %rbx
xorl %r14d, %r14d
jmp .LBB19_2
.LBB19_8:
incq %r14
addq %rdi, %r11
addq %rsi, %rbx
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r14
je .LBB19_9
.LBB19_2:
testq %rdx, %rdx
jle .LBB19_8
xorl %r15d, %r15d
cmpq $4, %rdx
jb .LBB19_6
.LBB19_4:
movzbl -3(%r11,%r15), %ebp
movb %bpl, -3(%rbx,%r15)
movzbl -2(%r11,%r15), %ebp
movb %bpl, -2(%rbx,%r15)
movzbl -1(%r11,%r15), %ebp
movb %bpl, -1(%rbx,%r15)
movzbl (%r11,%r15), %ebp
movb %bpl, (%rbx,%r15)
addq $4, %r15
cmpq %r15, %r10
jne .LBB19_4
testq %r9, %r9
je .LBB19_8
.LBB19_6:
leaq (%r8,%r15), %r12
addq %rcx, %r15
xorl %r13d, %r13d
.LBB19_7:
movzbl (%r15,%r13), %ebp
movb %bpl, (%r12,%r13)
incq %r13
cmpq %r13, %r9
jne .LBB19_7
jmp .LBB19_8
.LBB19_9:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB19_10:
retq
.globl copy2_strided_i1
.type copy2_strided_i1,@function
copy2_strided_i1:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %r9, -8(%rsp)
testq %rcx, %rcx
jle .LBB20_11
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
addq %rdx, %rsi
movl %r8d, %edx
andl $3, %edx
movabsq $9223372036854775804, %r11
andq %r8, %r11
leaq (%r10,%r10,2), %rbx
leaq (,%r10,4), %r14
leaq 3(%rdi), %r15
xorl %r12d, %r12d
jmp .LBB20_2
.LBB20_10:
incq %r12
addq -8(%rsp), %rsi
movq 104(%rsp), %rax
addq %rax, %r15
addq %rax, %rdi
cmpq %rcx, %r12
je .LBB20_11
.LBB20_2:
testq %r8, %r8
jle .LBB20_10
cmpq $4, %r8
jae .LBB20_5
xorl %r13d, %r13d
jmp .LBB20_8
.LBB20_5:
movq %rsi, %rbp
xorl %r13d, %r13d
.LBB20_6:
movzbl (%rbp), %eax
movb %al, -3(%r15,%r13)
movzbl (%rbp,%r10), %eax
movb %al, -2(%r15,%r13)
movzbl (%rbp,%r10,2), %eax
movb %al, -1(%r15,%r13)
movzbl (%rbp,%rbx), %eax
movb %al, (%r15,%r13)
addq $4, %r13
addq %r14, %rbp
cmpq %r13, %r11
jne .LBB20_6
testq %rdx, %rdx
je .LBB20_10
.LBB20_8:
leaq (%rdi,%r13), %rbp
imulq %r10, %r13
addq %rsi, %r13
xorl %eax, %eax
.LBB20_9:
movzbl (%r13), %r9d
movb %r9b, (%rbp,%rax)
incq %rax
addq %r10, %r13
cmpq %rax, %rdx
jne .LBB20_9
jmp .LBB20_10
.LBB20_11:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_i1
.type _mlir_ciface_copy2_strided_i1,@function
_mlir_ciface_copy2_strided_i1:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -8(%rsp)
testq %rax, %rax
jle .LBB21_11
movq 32(%rdi), %rcx
movq 40(%rdi), %rax
movq %rax, -16(%rsp)
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 40(%rsi), %rsi
movq 8(%rdi), %r10
addq 16(%rdi), %r10
movl %ecx, %edi
andl $3, %edi
movabsq $9223372036854775804, %r11
andq %rcx, %r11
leaq (%r8,%r8,2), %rbx
leaq (,%r8,4), %r14
leaq 3(%r9), %r15
xorl %r12d, %r12d
jmp .LBB21_2
.LBB21_10:
incq %r12
addq -16(%rsp), %r10
addq %rsi, %r15
addq %rsi, %r9
cmpq -8(%rsp), %r12
je .LBB21_11
.LBB21_2:
testq %rcx, %rcx
jle .LBB21_10
cmpq $4, %rcx
jae .LBB21_5
xorl %r13d, %r13d
jmp .LBB21_8
.LBB21_5:
movq %r10, %rbp
xorl %r13d, %r13d
.LBB21_6:
movzbl (%rbp), %edx
movb %dl, -3(%r15,%r13)
movzbl (%rbp,%r8), %edx
movb %dl, -2(%r15,%r13)
movzbl (%rbp,%r8,2), %edx
movb %dl, -1(%r15,%r13)
movzbl (%rbp,%rbx), %edx
movb %dl, (%r15,%r13)
addq $4, %r13
addq %r14, %rbp
cmpq %r13, %r11
jne .LBB21_6
testq %rdi, %rdi
je .LBB21_10
.LBB21_8:
leaq (%r9,%r13), %rbp
imulq %r8, %r13
addq %r10, %r13
xorl %edx, %edx
.LBB21_9:
movzbl (%r13), %eax
movb %al, (%rbp,%rdx)
incq %rdx
addq %r8, %r13
cmpq %rdx, %rdi
jne .LBB21_9
jmp .LBB21_10
.LBB21_11:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_i8
.type copy2_identity_i8,@function
copy2_identity_i8:
testq %rcx, %rcx
jle .LBB22_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %rdx, %r10
addq %r8, %r10
imulq %r9, %rdi
addq %rsi, %rdi
addq %r8, %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
sets %dil
orb %r10b, %dil
movb %dil, -9(%rsp)
movabsq $9223372036854775776, %r10
movq %r8, %r11
andq %r10, %r11
orq $28, %r10
andq %r8, %r10
movl %r8d, %edi
andl $3, %edi
movq %rdi, -8(%rsp)
leaq 16(%rdx), %r14
leaq 16(%rsi), %r15
xorl %r12d, %r12d
jmp .LBB22_2
.LBB22_18:
incq %r12
addq %rax, %r14
addq %r9, %r15
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r12
je .LBB22_19
.LBB22_2:
testq %r8, %r8
jle .LBB22_18
cmpq $4, %r8
setb %bl
orb -9(%rsp), %bl
testb $1, %bl
je .LBB22_5
xorl %ebp, %ebp
jmp .LBB22_13
.LBB22_5:
cmpq $32, %r8
jae .LBB22_7
xorl %r13d, %r13d
jmp .LBB22_11
.LBB22_7:
xorl %ebx, %ebx
.LBB22_8:
movups -16(%r15,%rbx), %xmm0
movups (%r15,%rbx), %xmm1
movups %xmm0, -16(%r14,%rbx)
movups %xmm1, (%r14,%rbx)
addq $32, %rbx
cmpq %rbx, %r11
jne .LBB22_8
cmpq %r11, %r8
je .LBB22_18
movq %r11, %r13
movq %r11, %rbp
testb $28, %r8b
je .LBB22_13
.LBB22_11:
movl (%rsi,%r13), %ebx
movl %ebx, (%rdx,%r13)
addq $4, %r13
cmpq %r13, %r10
jne .LBB22_11
movq %r10, %rbp
cmpq %r10, %r8
je .LBB22_18
.LBB22_13:
movq %rbp, %r13
cmpq $0, -8(%rsp)
je .LBB22_16
movq -8(%rsp), %rbx
movq %rbp, %r13
.LBB22_15:
movzbl (%rsi,%r13), %edi
movb %dil, (%rdx,%r13)
incq %r13
decq %rbx
jne .LBB22_15
.LBB22_16:
subq %r8, %rbp
cmpq $-4, %rbp
ja .LBB22_18
.LBB22_17:
movzbl (%rsi,%r13), %edi
movb %dil, (%rdx,%r13)
movzbl 1(%rsi,%r13), %edi
movb %dil, 1(%rdx,%r13)
movzbl 2(%rsi,%r13), %edi
movb %dil, 2(%rdx,%r13)
movzbl 3(%rsi,%r13), %edi
movb %dil, 3(%rdx,%r13)
addq $4, %r13
cmpq %r13, %r8
jne .LBB22_17
jmp .LBB22_18
.LBB22_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB22_20:
retq
.globl _mlir_ciface_copy2_identity_i8
.type _mlir_ciface_copy2_identity_i8,@function
_mlir_ciface_copy2_identity_i8:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB23_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %r8, %r10
addq %rdx, %r10
imulq %rdi, %r9
addq %rcx, %r9
addq %rdx, %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
sets %r9b
orb %r10b, %r9b
movb %r9b, -9(%rsp)
movabsq $9223372036854775776, %r10
movq %rdx, %r11
andq %r10, %r11
orq $28, %r10
andq %rdx, %r10
movl %edx, %r9d
andl $3, %r9d
movq %r9, -8(%rsp)
leaq 16(%r8), %r14
leaq 16(%rcx), %r15
xorl %r12d, %r12d
jmp .LBB23_2
.LBB23_18:
incq %r12
addq %rsi, %r14
addq %rdi, %r15
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r12
je .LBB23_19
.LBB23_2:
testq %rdx, %rdx
jle .LBB23_18
cmpq $4, %rdx
setb %bl
orb -9(%rsp), %bl
testb $1, %bl
je .LBB23_5
xorl %ebp, %ebp
jmp .LBB23_13
.LBB23_5:
cmpq $32, %rdx
jae .LBB23_7
xorl %r13d, %r13d
jmp .LBB23_11
.LBB23_7:
xorl %ebx, %ebx
.LBB23_8:
movups -16(%r15,%rbx), %xmm0
movups (%r15,%rbx), %xmm1
movups %xmm0, -16(%r14,%rbx)
movups %xmm1, (%r14,%rbx)
addq $32, %rbx
cmpq %rbx, %r11
jne .LBB23_8
cmpq %r11, %rdx
je .LBB23_18
movq %r11, %r13
movq %r11, %rbp
testb $28, %dl
je .LBB23_13
.LBB23_11:
movl (%rcx,%r13), %ebx
movl %ebx, (%r8,%r13)
addq $4, %r13
cmpq %r13, %r10
jne .LBB23_11
movq %r10, %rbp
cmpq %r10, %rdx
je .LBB23_18
.LBB23_13:
movq %rbp, %r13
cmpq $0, -8(%rsp)
je .LBB23_16
movq -8(%rsp), %rbx
movq %rbp, %r13
.LBB23_15:
movzbl (%rcx,%r13), %r9d
movb %r9b, (%r8,%r13)
incq %r13
decq %rbx
jne .LBB23_15
.LBB23_16:
subq %rdx, %rbp
cmpq $-4, %rbp
ja .LBB23_18
.LBB23_17:
movzbl (%rcx,%r13), %r9d
movb %r9b, (%r8,%r13)
movzbl 1(%rcx,%r13), %r9d
movb %r9b, 1(%r8,%r13)
movzbl 2(%rcx,%r13), %r9d
movb %r9b, 2(%r8,%r13)
movzbl 3(%rcx,%r13), %r9d
movb %r9b, 3(%r8,%r13)
addq $4, %r13
cmpq %r13, %rdx
jne .LBB23_17
jmp .LBB23_18
.LBB23_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB23_20:
retq
.globl copy2_strided_i8
.type copy2_strided_i8,@function
copy2_strided_i8:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %r9, -16(%rsp)
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB24_19
movq 104(%rsp), %rbx
movq 72(%rsp), %rdi
movq 56(%rsp), %rbp
leaq (%rsi,%rdx), %r9
movq -24(%rsp), %rax
decq %rax
movq %rbx, %r10
imulq %rax, %r10
addq %rdi, %r10
addq %r8, %r10
movq -16(%rsp), %rcx
imulq %rcx, %rax
addq %r9, %rax
addq %r8, %rax
cmpq $4, %r8
setae %r11b
cmpq $1, %rbp
sete %r14b
andb %r11b, %r14b
cmpq %rax, %rdi
setb %al
cmpq %r10, %r9
setb %r10b
andb %al, %r10b
movq %rcx, %rax
orq %rbx, %rax
sets %al
orb %r10b, %al
movabsq $9223372036854775776, %r12
movq %r8, %rcx
andq %r12, %rcx
movq %rcx, -40(%rsp)
orq $28, %r12
andq %r8, %r12
movl %r8d, %ecx
andl $3, %ecx
movq %rcx, -32(%rsp)
leaq 16(%rdi), %r13
addq %rsi, %rdx
addq $16, %rdx
leaq (,%rbp,4), %rcx
movq %rcx, -8(%rsp)
xorl %ebp, %ebp
notb %r14b
orb %al, %r14b
movb %r14b, -41(%rsp)
movq -8(%rsp), %r15
jmp .LBB24_2
.LBB24_18:
incq %rbp
movq 104(%rsp), %rcx
addq %rcx, %r13
movq -16(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, %r9
cmpq -24(%rsp), %rbp
je .LBB24_19
.LBB24_2:
testq %r8, %r8
jle .LBB24_18
testb $1, -41(%rsp)
je .LBB24_5
xorl %r14d, %r14d
jmp .LBB24_12
.LBB24_5:
xorl %eax, %eax
cmpq $32, %r8
jb .LBB24_10
movq -40(%rsp), %rcx
.LBB24_7:
movups -16(%rdx,%rax), %xmm0
movups (%rdx,%rax), %xmm1
movups %xmm0, -16(%r13,%rax)
movups %xmm1, (%r13,%rax)
addq $32, %rax
cmpq %rax, %rcx
jne .LBB24_7
cmpq %rcx, %r8
je .LBB24_18
movq -40(%rsp), %r14
movq %r14, %rax
testb $28, %r8b
je .LBB24_12
.LBB24_10:
movl (%r9,%rax), %esi
movl %esi, (%rdi,%rax)
addq $4, %rax
cmpq %rax, %r12
jne .LBB24_10
movq %r12, %r14
cmpq %r12, %r8
je .LBB24_18
.LBB24_12:
movq %r14, %rbx
cmpq $0, -32(%rsp)
movq 56(%rsp), %rcx
je .LBB24_15
movq %rcx, %rax
imulq %r14, %rax
addq %r9, %rax
movq -32(%rsp), %rsi
movq %r14, %rbx
.LBB24_14:
movzbl (%rax), %r10d
movb %r10b, (%rdi,%rbx)
incq %rbx
addq %rcx, %rax
decq %rsi
jne .LBB24_14
.LBB24_15:
subq %r8, %r14
cmpq $-4, %r14
ja .LBB24_18
leaq 3(%rbx), %r14
movq 56(%rsp), %r10
imulq %r10, %r14
leaq 2(%rbx), %rax
imulq %r10, %rax
leaq 1(%rbx), %rsi
imulq %r10, %rsi
imulq %rbx, %r10
movq %r9, %r11
.LBB24_17:
movzbl (%r11,%r10), %ecx
movb %cl, (%rdi,%rbx)
movzbl (%r11,%rsi), %ecx
movb %cl, 1(%rdi,%rbx)
movzbl (%r11,%rax), %ecx
movb %cl, 2(%rdi,%rbx)
movzbl (%r11,%r14), %ecx
movb %cl, 3(%rdi,%rbx)
addq $4, %rbx
addq %r15, %r11
cmpq %rbx, %r8
jne .LBB24_17
jmp .LBB24_18
.LBB24_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_i8
.type _mlir_ciface_copy2_strided_i8,@function
_mlir_ciface_copy2_strided_i8:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -32(%rsp)
testq %rax, %rax
jle .LBB25_19
movq 32(%rdi), %rcx
movq 40(%rdi), %r8
movq 48(%rdi), %r13
movq 8(%rsi), %r9
movq 40(%rsi), %rbx
movq 8(%rdi), %r12
movq 16(%rdi), %r11
leaq (%r12,%r11), %rsi
movq -32(%rsp), %rax
decq %rax
movq %rbx, %rdx
imulq %rax, %rdx
addq %r9, %rdx
addq %rcx, %rdx
imulq %r8, %rax
addq %rsi, %rax
addq %rcx, %rax
cmpq $4, %rcx
setae %dil
cmpq $1, %r13
sete %r10b
andb %dil, %r10b
cmpq %rax, %r9
setb %al
cmpq %rdx, %rsi
setb %dl
andb %al, %dl
movq %r8, -16(%rsp)
movq %r8, %rax
movq %rbx, -24(%rsp)
orq %rbx, %rax
sets %al
orb %dl, %al
movabsq $9223372036854775776, %r14
movq %rcx, %rdx
andq %r14, %rdx
movq %rdx, -48(%rsp)
orq $28, %r14
andq %rcx, %r14
movl %ecx, %edx
andl $3, %edx
movq %rdx, -40(%rsp)
leaq 16(%r9), %r15
addq %r11, %r12
addq $16, %r12
leaq (,%r13,4), %rbp
xorl %edi, %edi
notb %r10b
orb %al, %r10b
movb %r10b, -49(%rsp)
jmp .LBB25_2
.LBB25_18:
movq -8(%rsp), %rdi
incq %rdi
movq -24(%rsp), %rdx
addq %rdx, %r15
movq -16(%rsp), %rax
addq %rax, %r12
addq %rdx, %r9
addq %rax, %rsi
cmpq -32(%rsp), %rdi
je .LBB25_19
.LBB25_2:
movq %rdi, -8(%rsp)
testq %rcx, %rcx
jle .LBB25_18
testb $1, -49(%rsp)
je .LBB25_5
xorl %r11d, %r11d
jmp .LBB25_12
.LBB25_5:
xorl %eax, %eax
cmpq $32, %rcx
jb .LBB25_10
movq -48(%rsp), %rdx
.LBB25_7:
movups -16(%r12,%rax), %xmm0
movups (%r12,%rax), %xmm1
movups %xmm0, -16(%r15,%rax)
movups %xmm1, (%r15,%rax)
addq $32, %rax
cmpq %rax, %rdx
jne .LBB25_7
cmpq %rdx, %rcx
je .LBB25_18
movq -48(%rsp), %r11
movq %r11, %rax
testb $28, %cl
je .LBB25_12
.LBB25_10:
movl (%rsi,%rax), %edx
movl %edx, (%r9,%rax)
addq $4, %rax
cmpq %rax, %r14
jne .LBB25_10
movq %r14, %r11
cmpq %r14, %rcx
je .LBB25_18
.LBB25_12:
movq %r11, %r10
cmpq $0, -40(%rsp)
je .LBB25_15
movq %r13, %rax
imulq %r11, %rax
addq %rsi, %rax
movq -40(%rsp), %rdx
movq %r11, %r10
.LBB25_14:
movzbl (%rax), %edi
movb %dil, (%r9,%r10)
incq %r10
addq %r13, %rax
decq %rdx
jne .LBB25_14
.LBB25_15:
subq %rcx, %r11
cmpq $-4, %r11
ja .LBB25_18
leaq 3(%r10), %r11
imulq %r13, %r11
leaq 2(%r10), %rax
imulq %r13, %rax
leaq 1(%r10), %rdx
imulq %r13, %rdx
movq %r13, %r8
imulq %r10, %r8
movq %rsi, %rdi
.LBB25_17:
movzbl (%rdi,%r8), %ebx
movb %bl, (%r9,%r10)
movzbl (%rdi,%rdx), %ebx
movb %bl, 1(%r9,%r10)
movzbl (%rdi,%rax), %ebx
movb %bl, 2(%r9,%r10)
movzbl (%rdi,%r11), %ebx
movb %bl, 3(%r9,%r10)
addq $4, %r10
addq %rbp, %rdi
cmpq %r10, %rcx
jne .LBB25_17
jmp .LBB25_18
.LBB25_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_i16
.type copy2_identity_i16,@function
copy2_identity_i16:
testq %rcx, %rcx
jle .LBB26_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,2), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,2), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $62, %rdi
andl $1, %edi
orb %r10b, %dil
movq %rdi, -8(%rsp)
movabsq $9223372036854775792, %r10
movq %r8, %r11
andq %r10, %r11
orq $12, %r10
andq %r8, %r10
movl %r8d, %edi
andl $3, %edi
movq %rdi, -16(%rsp)
leaq 16(%rdx), %r14
addq %rax, %rax
leaq 16(%rsi), %r15
addq %r9, %r9
xorl %r12d, %r12d
jmp .LBB26_2
.LBB26_18:
incq %r12
addq %rax, %r14
addq %r9, %r15
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r12
je .LBB26_19
.LBB26_2:
testq %r8, %r8
jle .LBB26_18
cmpq $4, %r8
setb %bl
orb -8(%rsp), %bl
testb $1, %bl
je .LBB26_5
xorl %ebp, %ebp
jmp .LBB26_13
.LBB26_5:
cmpq $16, %r8
jae .LBB26_7
xorl %r13d, %r13d
jmp .LBB26_11
.LBB26_7:
xorl %ebx, %ebx
.LBB26_8:
movups -16(%r15,%rbx,2), %xmm0
movups (%r15,%rbx,2), %xmm1
movups %xmm0, -16(%r14,%rbx,2)
movups %xmm1, (%r14,%rbx,2)
addq $16, %rbx
cmpq %rbx, %r11
jne .LBB26_8
cmpq %r11, %r8
je .LBB26_18
movq %r11, %r13
movq %r11, %rbp
testb $12, %r8b
je .LBB26_13
.LBB26_11:
movq (%rsi,%r13,2), %rbx
movq %rbx, (%rdx,%r13,2)
addq $4, %r13
cmpq %r13, %r10
jne .LBB26_11
movq %r10, %rbp
cmpq %r10, %r8
je .LBB26_18
.LBB26_13:
movq %rbp, %r13
cmpq $0, -16(%rsp)
je .LBB26_16
movq -16(%rsp), %rbx
movq %rbp, %r13
.LBB26_15:
movzwl (%rsi,%r13,2), %edi
movw %di, (%rdx,%r13,2)
incq %r13
decq %rbx
jne .LBB26_15
.LBB26_16:
subq %r8, %rbp
cmpq $-4, %rbp
ja .LBB26_18
.LBB26_17:
movzwl (%rsi,%r13,2), %edi
movw %di, (%rdx,%r13,2)
movzwl 2(%rsi,%r13,2), %edi
movw %di, 2(%rdx,%r13,2)
movzwl 4(%rsi,%r13,2), %edi
movw %di, 4(%rdx,%r13,2)
movzwl 6(%rsi,%r13,2), %edi
movw %di, 6(%rdx,%r13,2)
addq $4, %r13
cmpq %r13, %r8
jne .LBB26_17
jmp .LBB26_18
.LBB26_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB26_20:
retq
.globl _mlir_ciface_copy2_identity_i16
.type _mlir_ciface_copy2_identity_i16,@function
_mlir_ciface_copy2_identity_i16:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB27_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,2), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,2), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $62, %r9
andl $1, %r9d
orb %r10b, %r9b
movq %r9, -8(%rsp)
movabsq $9223372036854775792, %r10
movq %rdx, %r11
andq %r10, %r11
orq $12, %r10
andq %rdx, %r10
movl %edx, %r9d
andl $3, %r9d
movq %r9, -16(%rsp)
leaq 16(%r8), %r14
addq %rsi, %rsi
leaq 16(%rcx), %r15
addq %rdi, %rdi
xorl %r12d, %r12d
jmp .LBB27_2
.LBB27_18:
incq %r12
addq %rsi, %r14
addq %rdi, %r15
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r12
je .LBB27_19
.LBB27_2:
testq %rdx, %rdx
jle .LBB27_18
cmpq $4, %rdx
setb %bl
orb -8(%rsp), %bl
testb $1, %bl
je .LBB27_5
xorl %ebp, %ebp
jmp .LBB27_13
.LBB27_5:
cmpq $16, %rdx
jae .LBB27_7
xorl %r13d, %r13d
jmp .LBB27_11
.LBB27_7:
xorl %ebx, %ebx
.LBB27_8:
movups -16(%r15,%rbx,2), %xmm0
movups (%r15,%rbx,2), %xmm1
movups %xmm0, -16(%r14,%rbx,2)
movups %xmm1, (%r14,%rbx,2)
addq $16, %rbx
cmpq %rbx, %r11
jne .LBB27_8
cmpq %r11, %rdx
je .LBB27_18
movq %r11, %r13
movq %r11, %rbp
testb $12, %dl
je .LBB27_13
.LBB27_11:
movq (%rcx,%r13,2), %rbx
movq %rbx, (%r8,%r13,2)
addq $4, %r13
cmpq %r13, %r10
jne .LBB27_11
movq %r10, %rbp
cmpq %r10, %rdx
je .LBB27_18
.LBB27_13:
movq %rbp, %r13
cmpq $0, -16(%rsp)
je .LBB27_16
movq -16(%rsp), %rbx
movq %rbp, %r13
.LBB27_15:
movzwl (%rcx,%r13,2), %r9d
movw %r9w, (%r8,%r13,2)
incq %r13
decq %rbx
jne .LBB27_15
.LBB27_16:
subq %rdx, %rbp
cmpq $-4, %rbp
ja .LBB27_18
.LBB27_17:
movzwl (%rcx,%r13,2), %r9d
movw %r9w, (%r8,%r13,2)
movzwl 2(%rcx,%r13,2), %r9d
movw %r9w, 2(%r8,%r13,2)
movzwl 4(%rcx,%r13,2), %r9d
movw %r9w, 4(%r8,%r13,2)
movzwl 6(%rcx,%r13,2), %r9d
movw %r9w, 6(%r8,%r13,2)
addq $4, %r13
cmpq %r13, %rdx
jne .LBB27_17
jmp .LBB27_18
.LBB27_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB27_20:
retq
.globl copy2_strided_i16
.type copy2_strided_i16,@function
copy2_strided_i16:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -32(%rsp)
testq %rcx, %rcx
jle .LBB28_20
movq 104(%rsp), %r11
movq 72(%rsp), %rdi
movq 56(%rsp), %r12
leaq (%rsi,%rdx,2), %r15
movq -32(%rsp), %rax
decq %rax
movq %r11, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,2), %rcx
movq %r9, %r10
imulq %r9, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,2), %rax
cmpq $4, %r8
setae %r9b
cmpq $1, %r12
sete %bpl
andb %r9b, %bpl
cmpq %rax, %rdi
setb %al
cmpq %rcx, %r15
setb %cl
andb %al, %cl
movq %r10, %rbx
orq %r11, %rbx
shrq $62, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775792, %rax
movq %r8, %rcx
andq %rax, %rcx
movq %rcx, -48(%rsp)
orq $12, %rax
andq %r8, %rax
movq %rax, -24(%rsp)
movl %r8d, %eax
andl $3, %eax
movq %rax, -40(%rsp)
leaq 16(%rdi), %r13
addq %r11, %r11
movq %r11, -16(%rsp)
leaq (%rsi,%rdx,2), %rdx
addq $16, %rdx
addq %r10, %r10
movq %r10, -8(%rsp)
leaq (%r12,%r12), %rsi
shlq $3, %r12
notb %bpl
orb %bl, %bpl
movb %bpl, -49(%rsp)
xorl %ebp, %ebp
jmp .LBB28_2
.LBB28_19:
incq %rbp
movq -16(%rsp), %rcx
addq %rcx, %r13
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, %r15
cmpq -32(%rsp), %rbp
je .LBB28_20
.LBB28_2:
testq %r8, %r8
jle .LBB28_19
testb $1, -49(%rsp)
je .LBB28_5
xorl %r14d, %r14d
jmp .LBB28_13
.LBB28_5:
xorl %eax, %eax
cmpq $16, %r8
jb .LBB28_10
movq -48(%rsp), %rcx
.LBB28_7:
movups -16(%rdx,%rax,2), %xmm0
movups (%rdx,%rax,2), %xmm1
movups %xmm0, -16(%r13,%rax,2)
movups %xmm1, (%r13,%rax,2)
addq $16, %rax
cmpq %rax, %rcx
jne .LBB28_7
cmpq %rcx, %r8
je .LBB28_19
movq -48(%rsp), %r14
movq %r14, %rax
testb $12, %r8b
je .LBB28_13
.LBB28_10:
movq -24(%rsp), %r9
.LBB28_11:
movq (%r15,%rax,2), %rcx
movq %rcx, (%rdi,%rax,2)
addq $4, %rax
cmpq %rax, %r9
jne .LBB28_11
movq %r9, %r14
cmpq %r9, %r8
je .LBB28_19
.LBB28_13:
movq %r14, %rbx
cmpq $0, -40(%rsp)
je .LBB28_16
movq %rsi, %rax
imulq %r14, %rax
addq %r15, %rax
movq -40(%rsp), %rcx
movq %r14, %rbx
.LBB28_15:
movzwl (%rax), %r9d
movw %r9w, (%rdi,%rbx,2)
incq %rbx
addq %rsi, %rax
decq %rcx
jne .LBB28_15
.LBB28_16:
subq %r8, %r14
cmpq $-4, %r14
ja .LBB28_19
movq %rsi, %r14
imulq %rbx, %r14
leaq 3(%rbx), %rax
imulq %rsi, %rax
leaq 2(%rbx), %rcx
imulq %rsi, %rcx
leaq 1(%rbx), %r9
imulq %rsi, %r9
movq %r15, %r11
.LBB28_18:
movzwl (%r11,%r14), %r10d
movw %r10w, (%rdi,%rbx,2)
movzwl (%r11,%r9), %r10d
movw %r10w, 2(%rdi,%rbx,2)
movzwl (%r11,%rcx), %r10d
movw %r10w, 4(%rdi,%rbx,2)
movzwl (%r11,%rax), %r10d
movw %r10w, 6(%rdi,%rbx,2)
addq $4, %rbx
addq %r12, %r11
cmpq %rbx, %r8
jne .LBB28_18
jmp .LBB28_19
.LBB28_20:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_i16
.type _mlir_ciface_copy2_strided_i16,@function
_mlir_ciface_copy2_strided_i16:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -32(%rsp)
testq %rax, %rax
jle .LBB29_20
movq 32(%rdi), %rcx
movq 40(%rdi), %r8
movq 48(%rdi), %r13
movq 8(%rsi), %r9
movq 40(%rsi), %r14
movq 8(%rdi), %r10
movq 16(%rdi), %r12
leaq (%r10,%r12,2), %rbx
movq -32(%rsp), %rax
decq %rax
movq %r14, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,2), %rdx
imulq %r8, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r10,%rax,2), %rax
cmpq $4, %rcx
setae %sil
cmpq $1, %r13
sete %dil
andb %sil, %dil
cmpq %rax, %r9
setb %al
cmpq %rdx, %rbx
setb %dl
andb %al, %dl
movq %r8, %r11
orq %r14, %r11
shrq $62, %r11
andl $1, %r11d
orb %dl, %r11b
movabsq $9223372036854775792, %rax
movq %rcx, %rdx
andq %rax, %rdx
movq %rdx, -48(%rsp)
orq $12, %rax
andq %rcx, %rax
movq %rax, -24(%rsp)
movl %ecx, %eax
andl $3, %eax
movq %rax, -40(%rsp)
leaq 16(%r9), %r15
addq %r14, %r14
movq %r14, -16(%rsp)
leaq (%r10,%r12,2), %r12
addq $16, %r12
addq %r8, %r8
movq %r8, -8(%rsp)
movq %r13, %r14
addq %r13, %r13
shlq $3, %r14
notb %dil
orb %r11b, %dil
movb %dil, -49(%rsp)
xorl %ebp, %ebp
jmp .LBB29_2
.LBB29_19:
incq %rbp
movq -16(%rsp), %rdx
addq %rdx, %r15
movq -8(%rsp), %rax
addq %rax, %r12
addq %rdx, %r9
addq %rax, %rbx
cmpq -32(%rsp), %rbp
je .LBB29_20
.LBB29_2:
testq %rcx, %rcx
jle .LBB29_19
testb $1, -49(%rsp)
je .LBB29_5
xorl %r11d, %r11d
jmp .LBB29_13
.LBB29_5:
xorl %eax, %eax
cmpq $16, %rcx
jb .LBB29_10
movq -48(%rsp), %rdx
.LBB29_7:
movups -16(%r12,%rax,2), %xmm0
movups (%r12,%rax,2), %xmm1
movups %xmm0, -16(%r15,%rax,2)
movups %xmm1, (%r15,%rax,2)
addq $16, %rax
cmpq %rax, %rdx
jne .LBB29_7
cmpq %rdx, %rcx
je .LBB29_19
movq -48(%rsp), %r11
movq %r11, %rax
testb $12, %cl
je .LBB29_13
.LBB29_10:
movq -24(%rsp), %rsi
.LBB29_11:
movq (%rbx,%rax,2), %rdx
movq %rdx, (%r9,%rax,2)
addq $4, %rax
cmpq %rax, %rsi
jne .LBB29_11
movq %rsi, %r11
cmpq %rsi, %rcx
je .LBB29_19
.LBB29_13:
movq %r11, %r10
cmpq $0, -40(%rsp)
je .LBB29_16
movq %r13, %rax
imulq %r11, %rax
addq %rbx, %rax
movq -40(%rsp), %rdx
movq %r11, %r10
.LBB29_15:
movzwl (%rax), %esi
movw %si, (%r9,%r10,2)
incq %r10
addq %r13, %rax
decq %rdx
jne .LBB29_15
.LBB29_16:
subq %rcx, %r11
cmpq $-4, %r11
ja .LBB29_19
movq %r13, %r11
imulq %r10, %r11
leaq 3(%r10), %rax
imulq %r13, %rax
leaq 2(%r10), %rdx
imulq %r13, %rdx
leaq 1(%r10), %rsi
imulq %r13, %rsi
movq %rbx, %rdi
.LBB29_18:
movzwl (%rdi,%r11), %r8d
movw %r8w, (%r9,%r10,2)
movzwl (%rdi,%rsi), %r8d
movw %r8w, 2(%r9,%r10,2)
movzwl (%rdi,%rdx), %r8d
movw %r8w, 4(%r9,%r10,2)
movzwl (%rdi,%rax), %r8d
movw %r8w, 6(%r9,%r10,2)
addq $4, %r10
addq %r14, %rdi
cmpq %r10, %rcx
jne .LBB29_18
jmp .LBB29_19
.LBB29_20:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_i32
.type copy2_identity_i32,@function
copy2_identity_i32:
testq %rcx, %rcx
jle .LBB30_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,4), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,4), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $61, %rdi
andl $1, %edi
orb %r10b, %dil
movq %rdi, -8(%rsp)
movabsq $9223372036854775800, %r10
andq %r8, %r10
movl %r8d, %r11d
andl $3, %r11d
leaq 16(%rdx), %rbx
shlq $2, %rax
leaq 16(%rsi), %r14
shlq $2, %r9
xorl %r15d, %r15d
jmp .LBB30_2
.LBB30_13:
incq %r15
addq %rax, %rbx
addq %r9, %r14
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r15
je .LBB30_14
.LBB30_2:
testq %r8, %r8
jle .LBB30_13
cmpq $8, %r8
setb %bpl
orb -8(%rsp), %bpl
testb $1, %bpl
je .LBB30_5
xorl %r13d, %r13d
jmp .LBB30_8
.LBB30_5:
xorl %r12d, %r12d
.LBB30_6:
movups -16(%r14,%r12,4), %xmm0
movups (%r14,%r12,4), %xmm1
movups %xmm0, -16(%rbx,%r12,4)
movups %xmm1, (%rbx,%r12,4)
addq $8, %r12
cmpq %r12, %r10
jne .LBB30_6
movq %r10, %r13
cmpq %r10, %r8
je .LBB30_13
.LBB30_8:
movq %r13, %r12
testq %r11, %r11
je .LBB30_11
movq %r11, %rbp
movq %r13, %r12
.LBB30_10:
movl (%rsi,%r12,4), %edi
movl %edi, (%rdx,%r12,4)
incq %r12
decq %rbp
jne .LBB30_10
.LBB30_11:
subq %r8, %r13
cmpq $-4, %r13
ja .LBB30_13
.LBB30_12:
movl (%rsi,%r12,4), %edi
movl %edi, (%rdx,%r12,4)
movl 4(%rsi,%r12,4), %edi
movl %edi, 4(%rdx,%r12,4)
movl 8(%rsi,%r12,4), %edi
movl %edi, 8(%rdx,%r12,4)
movl 12(%rsi,%r12,4), %edi
movl %edi, 12(%rdx,%r12,4)
addq $4, %r12
cmpq %r12, %r8
jne .LBB30_12
jmp .LBB30_13
.LBB30_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB30_15:
retq
.globl _mlir_ciface_copy2_identity_i32
.type _mlir_ciface_copy2_identity_i32,@function
_mlir_ciface_copy2_identity_i32:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB31_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,4), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,4), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $61, %r9
andl $1, %r9d
orb %r10b, %r9b
movq %r9, -8(%rsp)
movabsq $9223372036854775800, %r10
andq %rdx, %r10
movl %edx, %r11d
andl $3, %r11d
leaq 16(%r8), %rbx
shlq $2, %rsi
leaq 16(%rcx), %r14
shlq $2, %rdi
xorl %r15d, %r15d
jmp .LBB31_2
.LBB31_13:
incq %r15
addq %rsi, %rbx
addq %rdi, %r14
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r15
je .LBB31_14
.LBB31_2:
testq %rdx, %rdx
jle .LBB31_13
cmpq $8, %rdx
setb %bpl
orb -8(%rsp), %bpl
testb $1, %bpl
je .LBB31_5
xorl %r13d, %r13d
jmp .LBB31_8
.LBB31_5:
xorl %r12d, %r12d
.LBB31_6:
movups -16(%r14,%r12,4), %xmm0
movups (%r14,%r12,4), %xmm1
movups %xmm0, -16(%rbx,%r12,4)
movups %xmm1, (%rbx,%r12,4)
addq $8, %r12
cmpq %r12, %r10
jne .LBB31_6
movq %r10, %r13
cmpq %r10, %rdx
je .LBB31_13
.LBB31_8:
movq %r13, %r12
testq %r11, %r11
je .LBB31_11
movq %r11, %rbp
movq %r13, %r12
.LBB31_10:
movl (%rcx,%r12,4), %r9d
movl %r9d, (%r8,%r12,4)
incq %r12
decq %rbp
jne .LBB31_10
.LBB31_11:
subq %rdx, %r13
cmpq $-4, %r13
ja .LBB31_13
.LBB31_12:
movl (%rcx,%r12,4), %r9d
movl %r9d, (%r8,%r12,4)
movl 4(%rcx,%r12,4), %r9d
movl %r9d, 4(%r8,%r12,4)
movl 8(%rcx,%r12,4), %r9d
movl %r9d, 8(%r8,%r12,4)
movl 12(%rcx,%r12,4), %r9d
movl %r9d, 12(%r8,%r12,4)
addq $4, %r12
cmpq %r12, %rdx
jne .LBB31_12
jmp .LBB31_13
.LBB31_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB31_15:
retq
.globl copy2_strided_i32
.type copy2_strided_i32,@function
copy2_strided_i32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB32_15
movq 104(%rsp), %r15
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
leaq (%rsi,%rdx,4), %rbx
movq -24(%rsp), %rax
decq %rax
movq %r15, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,4), %rcx
imulq %r9, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,4), %rax
cmpq $12, %r8
setae %r11b
cmpq $1, %r10
sete %bpl
andb %r11b, %bpl
cmpq %rax, %rdi
setb %al
movq %rbx, -40(%rsp)
cmpq %rcx, %rbx
setb %cl
andb %al, %cl
movq %r9, %rbx
orq %r15, %rbx
shrq $61, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775800, %r14
andq %r8, %r14
movl %r8d, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%rdi), %r12
shlq $2, %r15
movq %r15, -16(%rsp)
leaq (%rsi,%rdx,4), %rdx
addq $16, %rdx
shlq $2, %r9
movq %r9, -8(%rsp)
leaq (,%r10,4), %rsi
shlq $4, %r10
xorl %r13d, %r13d
notb %bpl
orb %bl, %bpl
movb %bpl, -41(%rsp)
jmp .LBB32_2
.LBB32_14:
incq %r13
movq -16(%rsp), %rcx
addq %rcx, %r12
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, -40(%rsp)
cmpq -24(%rsp), %r13
je .LBB32_15
.LBB32_2:
testq %r8, %r8
jle .LBB32_14
testb $1, -41(%rsp)
je .LBB32_5
xorl %ebx, %ebx
jmp .LBB32_8
.LBB32_5:
xorl %eax, %eax
.LBB32_6:
movups -16(%rdx,%rax,4), %xmm0
movups (%rdx,%rax,4), %xmm1
movups %xmm0, -16(%r12,%rax,4)
movups %xmm1, (%r12,%rax,4)
addq $8, %rax
cmpq %rax, %r14
jne .LBB32_6
movq %r14, %rbx
cmpq %r14, %r8
je .LBB32_14
.LBB32_8:
movq %rbx, %rbp
cmpq $0, -32(%rsp)
je .LBB32_11
movq %rsi, %rax
imulq %rbx, %rax
addq -40(%rsp), %rax
movq -32(%rsp), %rcx
movq %rbx, %rbp
.LBB32_10:
movl (%rax), %r11d
movl %r11d, (%rdi,%rbp,4)
incq %rbp
addq %rsi, %rax
decq %rcx
jne .LBB32_10
.LBB32_11:
subq %r8, %rbx
cmpq $-4, %rbx
ja .LBB32_14
movq %rsi, %rbx
imulq %rbp, %rbx
leaq 3(%rbp), %r15
imulq %rsi, %r15
leaq 2(%rbp), %rax
imulq %rsi, %rax
leaq 1(%rbp), %rcx
imulq %rsi, %rcx
movq -40(%rsp), %r11
.LBB32_13:
movl (%r11,%rbx), %r9d
movl %r9d, (%rdi,%rbp,4)
movl (%r11,%rcx), %r9d
movl %r9d, 4(%rdi,%rbp,4)
movl (%r11,%rax), %r9d
movl %r9d, 8(%rdi,%rbp,4)
movl (%r11,%r15), %r9d
movl %r9d, 12(%rdi,%rbp,4)
addq $4, %rbp
addq %r10, %r11
cmpq %rbp, %r8
jne .LBB32_13
jmp .LBB32_14
.LBB32_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_i32
.type _mlir_ciface_copy2_strided_i32,@function
_mlir_ciface_copy2_strided_i32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -24(%rsp)
testq %rax, %rax
jle .LBB33_15
movq 32(%rdi), %rcx
movq 40(%rdi), %rbx
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 40(%rsi), %rsi
movq 8(%rdi), %r15
movq 16(%rdi), %r12
leaq (%r15,%r12,4), %r10
movq -24(%rsp), %rax
decq %rax
movq %rsi, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,4), %rdx
imulq %rbx, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r15,%rax,4), %rax
cmpq $12, %rcx
setae %dil
cmpq $1, %r8
sete %bpl
andb %dil, %bpl
cmpq %rax, %r9
setb %al
movq %r10, -40(%rsp)
cmpq %rdx, %r10
setb %dl
andb %al, %dl
movq %rbx, %r10
orq %rsi, %r10
shrq $61, %r10
andl $1, %r10d
orb %dl, %r10b
movabsq $9223372036854775800, %r11
andq %rcx, %r11
movl %ecx, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%r9), %r14
shlq $2, %rsi
movq %rsi, -16(%rsp)
leaq (%r15,%r12,4), %r15
addq $16, %r15
shlq $2, %rbx
movq %rbx, -8(%rsp)
leaq (,%r8,4), %r12
shlq $4, %r8
xorl %r13d, %r13d
notb %bpl
orb %r10b, %bpl
movb %bpl, -41(%rsp)
jmp .LBB33_2
.LBB33_14:
incq %r13
movq -16(%rsp), %rdx
addq %rdx, %r14
movq -8(%rsp), %rax
addq %rax, %r15
addq %rdx, %r9
addq %rax, -40(%rsp)
cmpq -24(%rsp), %r13
je .LBB33_15
.LBB33_2:
testq %rcx, %rcx
jle .LBB33_14
testb $1, -41(%rsp)
je .LBB33_5
xorl %r10d, %r10d
jmp .LBB33_8
.LBB33_5:
xorl %eax, %eax
.LBB33_6:
movups -16(%r15,%rax,4), %xmm0
movups (%r15,%rax,4), %xmm1
movups %xmm0, -16(%r14,%rax,4)
movups %xmm1, (%r14,%rax,4)
addq $8, %rax
cmpq %rax, %r11
jne .LBB33_6
movq %r11, %r10
cmpq %r11, %rcx
je .LBB33_14
.LBB33_8:
movq %r10, %rbp
cmpq $0, -32(%rsp)
je .LBB33_11
movq %r12, %rax
imulq %r10, %rax
addq -40(%rsp), %rax
movq -32(%rsp), %rdx
movq %r10, %rbp
.LBB33_10:
movl (%rax), %edi
movl %edi, (%r9,%rbp,4)
incq %rbp
addq %r12, %rax
decq %rdx
jne .LBB33_10
.LBB33_11:
subq %rcx, %r10
cmpq $-4, %r10
ja .LBB33_14
movq %r12, %r10
imulq %rbp, %r10
leaq 3(%rbp), %rbx
imulq %r12, %rbx
leaq 2(%rbp), %rax
imulq %r12, %rax
leaq 1(%rbp), %rdx
imulq %r12, %rdx
movq -40(%rsp), %rdi
.LBB33_13:
movl (%rdi,%r10), %esi
movl %esi, (%r9,%rbp,4)
movl (%rdi,%rdx), %esi
movl %esi, 4(%r9,%rbp,4)
movl (%rdi,%rax), %esi
movl %esi, 8(%r9,%rbp,4)
movl (%rdi,%rbx), %esi
movl %esi, 12(%r9,%rbp,4)
addq $4, %rbp
addq %r8, %rdi
cmpq %rbp, %rcx
jne .LBB33_13
jmp .LBB33_14
.LBB33_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_i64
.type copy2_identity_i64,@function
copy2_identity_i64:
testq %rcx, %rcx
jle .LBB34_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,8), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,8), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $60, %rdi
andl $1, %edi
orb %r10b, %dil
movq %rdi, -8(%rsp)
movabsq $9223372036854775804, %r10
andq %r8, %r10
movl %r8d, %r11d
andl $3, %r11d
leaq 16(%rdx), %rbx
shlq $3, %rax
leaq 16(%rsi), %r14
shlq $3, %r9
xorl %r15d, %r15d
jmp .LBB34_2
.LBB34_13:
incq %r15
addq %rax, %rbx
addq %r9, %r14
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r15
je .LBB34_14
.LBB34_2:
testq %r8, %r8
jle .LBB34_13
cmpq $8, %r8
setb %bpl
orb -8(%rsp), %bpl
testb $1, %bpl
je .LBB34_5
xorl %r13d, %r13d
jmp .LBB34_8
.LBB34_5:
xorl %r12d, %r12d
.LBB34_6:
movups -16(%r14,%r12,8), %xmm0
movups (%r14,%r12,8), %xmm1
movups %xmm0, -16(%rbx,%r12,8)
movups %xmm1, (%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB34_6
movq %r10, %r13
cmpq %r10, %r8
je .LBB34_13
.LBB34_8:
movq %r13, %r12
testq %r11, %r11
je .LBB34_11
movq %r11, %rbp
movq %r13, %r12
.LBB34_10:
movq (%rsi,%r12,8), %rdi
movq %rdi, (%rdx,%r12,8)
incq %r12
decq %rbp
jne .LBB34_10
.LBB34_11:
subq %r8, %r13
cmpq $-4, %r13
ja .LBB34_13
.LBB34_12:
movq (%rsi,%r12,8), %rdi
movq %rdi, -16(%rbx,%r12,8)
movq 8(%rsi,%r12,8), %rdi
movq %rdi, -8(%rbx,%r12,8)
movq 16(%rsi,%r12,8), %rdi
movq %rdi, (%rbx,%r12,8)
movq 24(%rsi,%r12,8), %rdi
movq %rdi, 8(%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r8
jne .LBB34_12
jmp .LBB34_13
.LBB34_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB34_15:
retq
.globl _mlir_ciface_copy2_identity_i64
.type _mlir_ciface_copy2_identity_i64,@function
_mlir_ciface_copy2_identity_i64:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB35_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,8), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,8), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $60, %r9
andl $1, %r9d
orb %r10b, %r9b
movq %r9, -8(%rsp)
movabsq $9223372036854775804, %r10
andq %rdx, %r10
movl %edx, %r11d
andl $3, %r11d
leaq 16(%r8), %rbx
shlq $3, %rsi
leaq 16(%rcx), %r14
shlq $3, %rdi
xorl %r15d, %r15d
jmp .LBB35_2
.LBB35_13:
incq %r15
addq %rsi, %rbx
addq %rdi, %r14
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r15
je .LBB35_14
.LBB35_2:
testq %rdx, %rdx
jle .LBB35_13
cmpq $8, %rdx
setb %bpl
orb -8(%rsp), %bpl
testb $1, %bpl
je .LBB35_5
xorl %r13d, %r13d
jmp .LBB35_8
.LBB35_5:
xorl %r12d, %r12d
.LBB35_6:
movups -16(%r14,%r12,8), %xmm0
movups (%r14,%r12,8), %xmm1
movups %xmm0, -16(%rbx,%r12,8)
movups %xmm1, (%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB35_6
movq %r10, %r13
cmpq %r10, %rdx
je .LBB35_13
.LBB35_8:
movq %r13, %r12
testq %r11, %r11
je .LBB35_11
movq %r11, %rbp
movq %r13, %r12
.LBB35_10:
movq (%rcx,%r12,8), %r9
movq %r9, (%r8,%r12,8)
incq %r12
decq %rbp
jne .LBB35_10
.LBB35_11:
subq %rdx, %r13
cmpq $-4, %r13
ja .LBB35_13
.LBB35_12:
movq (%rcx,%r12,8), %r9
movq %r9, -16(%rbx,%r12,8)
movq 8(%rcx,%r12,8), %r9
movq %r9, -8(%rbx,%r12,8)
movq 16(%rcx,%r12,8), %r9
movq %r9, (%rbx,%r12,8)
movq 24(%rcx,%r12,8), %r9
movq %r9, 8(%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %rdx
jne .LBB35_12
jmp .LBB35_13
.LBB35_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB35_15:
retq
.globl copy2_strided_i64
.type copy2_strided_i64,@function
copy2_strided_i64:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB36_15
movq 104(%rsp), %r15
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
leaq (%rsi,%rdx,8), %rbx
movq -24(%rsp), %rax
decq %rax
movq %r15, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,8), %rcx
imulq %r9, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,8), %rax
cmpq $10, %r8
setae %r11b
cmpq $1, %r10
sete %bpl
andb %r11b, %bpl
cmpq %rax, %rdi
setb %al
movq %rbx, -40(%rsp)
cmpq %rcx, %rbx
setb %cl
andb %al, %cl
movq %r9, %rbx
orq %r15, %rbx
shrq $60, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775804, %r14
andq %r8, %r14
movl %r8d, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%rdi), %r12
shlq $3, %r15
movq %r15, -16(%rsp)
leaq (%rsi,%rdx,8), %rdx
addq $16, %rdx
shlq $3, %r9
movq %r9, -8(%rsp)
leaq (,%r10,8), %rsi
shlq $5, %r10
xorl %r13d, %r13d
notb %bpl
orb %bl, %bpl
movb %bpl, -41(%rsp)
jmp .LBB36_2
.LBB36_14:
incq %r13
movq -16(%rsp), %rcx
addq %rcx, %r12
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, -40(%rsp)
cmpq -24(%rsp), %r13
je .LBB36_15
.LBB36_2:
testq %r8, %r8
jle .LBB36_14
testb $1, -41(%rsp)
je .LBB36_5
xorl %ebx, %ebx
jmp .LBB36_8
.LBB36_5:
xorl %eax, %eax
.LBB36_6:
movups -16(%rdx,%rax,8), %xmm0
movups (%rdx,%rax,8), %xmm1
movups %xmm0, -16(%r12,%rax,8)
movups %xmm1, (%r12,%rax,8)
addq $4, %rax
cmpq %rax, %r14
jne .LBB36_6
movq %r14, %rbx
cmpq %r14, %r8
je .LBB36_14
.LBB36_8:
movq %rbx, %rbp
cmpq $0, -32(%rsp)
je .LBB36_11
movq %rsi, %rax
imulq %rbx, %rax
addq -40(%rsp), %rax
movq -32(%rsp), %rcx
movq %rbx, %rbp
.LBB36_10:
movq (%rax), %r11
movq %r11, (%rdi,%rbp,8)
incq %rbp
addq %rsi, %rax
decq %rcx
jne .LBB36_10
.LBB36_11:
subq %r8, %rbx
cmpq $-4, %rbx
ja .LBB36_14
movq %rsi, %rbx
imulq %rbp, %rbx
leaq 3(%rbp), %r15
imulq %rsi, %r15
leaq 2(%rbp), %rax
imulq %rsi, %rax
leaq 1(%rbp), %rcx
imulq %rsi, %rcx
movq -40(%rsp), %r11
.LBB36_13:
movq (%r11,%rbx), %r9
movq %r9, -16(%r12,%rbp,8)
movq (%r11,%rcx), %r9
movq %r9, -8(%r12,%rbp,8)
movq (%r11,%rax), %r9
movq %r9, (%r12,%rbp,8)
movq (%r11,%r15), %r9
movq %r9, 8(%r12,%rbp,8)
addq $4, %rbp
addq %r10, %r11
cmpq %rbp, %r8
jne .LBB36_13
jmp .LBB36_14
.LBB36_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_i64
.type _mlir_ciface_copy2_strided_i64,@function
_mlir_ciface_copy2_strided_i64:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -24(%rsp)
testq %rax, %rax
jle .LBB37_15
movq 32(%rdi), %rcx
movq 40(%rdi), %rbx
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 40(%rsi), %rsi
movq 8(%rdi), %r15
movq 16(%rdi), %r12
leaq (%r15,%r12,8), %r10
movq -24(%rsp), %rax
decq %rax
movq %rsi, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,8), %rdx
imulq %rbx, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r15,%rax,8), %rax
cmpq $10, %rcx
setae %dil
cmpq $1, %r8
sete %bpl
andb %dil, %bpl
cmpq %rax, %r9
setb %al
movq %r10, -40(%rsp)
cmpq %rdx, %r10
setb %dl
andb %al, %dl
movq %rbx, %r10
orq %rsi, %r10
shrq $60, %r10
andl $1, %r10d
orb %dl, %r10b
movabsq $9223372036854775804, %r11
andq %rcx, %r11
movl %ecx, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%r9), %r14
shlq $3, %rsi
movq %rsi, -16(%rsp)
leaq (%r15,%r12,8), %r15
addq $16, %r15
shlq $3, %rbx
movq %rbx, -8(%rsp)
leaq (,%r8,8), %r12
shlq $5, %r8
xorl %r13d, %r13d
notb %bpl
orb %r10b, %bpl
movb %bpl, -41(%rsp)
jmp .LBB37_2
.LBB37_14:
incq %r13
movq -16(%rsp), %rdx
addq %rdx, %r14
movq -8(%rsp), %rax
addq %rax, %r15
addq %rdx, %r9
addq %rax, -40(%rsp)
cmpq -24(%rsp), %r13
je .LBB37_15
.LBB37_2:
testq %rcx, %rcx
jle .LBB37_14
testb $1, -41(%rsp)
je .LBB37_5
xorl %r10d, %r10d
jmp .LBB37_8
.LBB37_5:
xorl %eax, %eax
.LBB37_6:
movups -16(%r15,%rax,8), %xmm0
movups (%r15,%rax,8), %xmm1
movups %xmm0, -16(%r14,%rax,8)
movups %xmm1, (%r14,%rax,8)
addq $4, %rax
cmpq %rax, %r11
jne .LBB37_6
movq %r11, %r10
cmpq %r11, %rcx
je .LBB37_14
.LBB37_8:
movq %r10, %rbp
cmpq $0, -32(%rsp)
je .LBB37_11
movq %r12, %rax
imulq %r10, %rax
addq -40(%rsp), %rax
movq -32(%rsp), %rdx
movq %r10, %rbp
.LBB37_10:
movq (%rax), %rdi
movq %rdi, (%r9,%rbp,8)
incq %rbp
addq %r12, %rax
decq %rdx
jne .LBB37_10
.LBB37_11:
subq %rcx, %r10
cmpq $-4, %r10
ja .LBB37_14
movq %r12, %r10
imulq %rbp, %r10
leaq 3(%rbp), %rbx
imulq %r12, %rbx
leaq 2(%rbp), %rax
imulq %r12, %rax
leaq 1(%rbp), %rdx
imulq %r12, %rdx
movq -40(%rsp), %rdi
.LBB37_13:
movq (%rdi,%r10), %rsi
movq %rsi, (%r9,%rbp,8)
movq (%rdi,%rdx), %rsi
movq %rsi, 8(%r9,%rbp,8)
movq (%rdi,%rax), %rsi
movq %rsi, 16(%r9,%rbp,8)
movq (%rdi,%rbx), %rsi
movq %rsi, 24(%r9,%rbp,8)
addq $4, %rbp
addq %r8, %rdi
cmpq %rbp, %rcx
jne .LBB37_13
jmp .LBB37_14
.LBB37_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_si16
.type copy2_identity_si16,@function
copy2_identity_si16:
testq %rcx, %rcx
jle .LBB38_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,2), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,2), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $62, %rdi
andl $1, %edi
orb %r10b, %dil
movq %rdi, -8(%rsp)
movabsq $9223372036854775792, %r10
movq %r8, %r11
andq %r10, %r11
orq $12, %r10
andq %r8, %r10
movl %r8d, %edi
andl $3, %edi
movq %rdi, -16(%rsp)
leaq 16(%rdx), %r14
addq %rax, %rax
leaq 16(%rsi), %r15
addq %r9, %r9
xorl %r12d, %r12d
jmp .LBB38_2
.LBB38_18:
incq %r12
addq %rax, %r14
addq %r9, %r15
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r12
je .LBB38_19
.LBB38_2:
testq %r8, %r8
jle .LBB38_18
cmpq $4, %r8
setb %bl
orb -8(%rsp), %bl
testb $1, %bl
je .LBB38_5
xorl %ebp, %ebp
jmp .LBB38_13
.LBB38_5:
cmpq $16, %r8
jae .LBB38_7
xorl %r13d, %r13d
jmp .LBB38_11
.LBB38_7:
xorl %ebx, %ebx
.LBB38_8:
movups -16(%r15,%rbx,2), %xmm0
movups (%r15,%rbx,2), %xmm1
movups %xmm0, -16(%r14,%rbx,2)
movups %xmm1, (%r14,%rbx,2)
addq $16, %rbx
cmpq %rbx, %r11
jne .LBB38_8
cmpq %r11, %r8
je .LBB38_18
movq %r11, %r13
movq %r11, %rbp
testb $12, %r8b
je .LBB38_13
.LBB38_11:
movq (%rsi,%r13,2), %rbx
movq %rbx, (%rdx,%r13,2)
addq $4, %r13
cmpq %r13, %r10
jne .LBB38_11
movq %r10, %rbp
cmpq %r10, %r8
je .LBB38_18
.LBB38_13:
movq %rbp, %r13
cmpq $0, -16(%rsp)
je .LBB38_16
movq -16(%rsp), %rbx
movq %rbp, %r13
.LBB38_15:
movzwl (%rsi,%r13,2), %edi
movw %di, (%rdx,%r13,2)
incq %r13
decq %rbx
jne .LBB38_15
.LBB38_16:
subq %r8, %rbp
cmpq $-4, %rbp
ja .LBB38_18
.LBB38_17:
movzwl (%rsi,%r13,2), %edi
movw %di, (%rdx,%r13,2)
movzwl 2(%rsi,%r13,2), %edi
movw %di, 2(%rdx,%r13,2)
movzwl 4(%rsi,%r13,2), %edi
movw %di, 4(%rdx,%r13,2)
movzwl 6(%rsi,%r13,2), %edi
movw %di, 6(%rdx,%r13,2)
addq $4, %r13
cmpq %r13, %r8
jne .LBB38_17
jmp .LBB38_18
.LBB38_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB38_20:
retq
.globl _mlir_ciface_copy2_identity_si16
.type _mlir_ciface_copy2_identity_si16,@function
_mlir_ciface_copy2_identity_si16:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB39_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,2), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,2), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $62, %r9
andl $1, %r9d
orb %r10b, %r9b
movq %r9, -8(%rsp)
movabsq $9223372036854775792, %r10
movq %rdx, %r11
andq %r10, %r11
orq $12, %r10
andq %rdx, %r10
movl %edx, %r9d
andl $3, %r9d
movq %r9, -16(%rsp)
leaq 16(%r8), %r14
addq %rsi, %rsi
leaq 16(%rcx), %r15
addq %rdi, %rdi
xorl %r12d, %r12d
jmp .LBB39_2
.LBB39_18:
incq %r12
addq %rsi, %r14
addq %rdi, %r15
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r12
je .LBB39_19
.LBB39_2:
testq %rdx, %rdx
jle .LBB39_18
cmpq $4, %rdx
setb %bl
orb -8(%rsp), %bl
testb $1, %bl
je .LBB39_5
xorl %ebp, %ebp
jmp .LBB39_13
.LBB39_5:
cmpq $16, %rdx
jae .LBB39_7
xorl %r13d, %r13d
jmp .LBB39_11
.LBB39_7:
xorl %ebx, %ebx
.LBB39_8:
movups -16(%r15,%rbx,2), %xmm0
movups (%r15,%rbx,2), %xmm1
movups %xmm0, -16(%r14,%rbx,2)
movups %xmm1, (%r14,%rbx,2)
addq $16, %rbx
cmpq %rbx, %r11
jne .LBB39_8
cmpq %r11, %rdx
je .LBB39_18
movq %r11, %r13
movq %r11, %rbp
testb $12, %dl
je .LBB39_13
.LBB39_11:
movq (%rcx,%r13,2), %rbx
movq %rbx, (%r8,%r13,2)
addq $4, %r13
cmpq %r13, %r10
jne .LBB39_11
movq %r10, %rbp
cmpq %r10, %rdx
je .LBB39_18
.LBB39_13:
movq %rbp, %r13
cmpq $0, -16(%rsp)
je .LBB39_16
movq -16(%rsp), %rbx
movq %rbp, %r13
.LBB39_15:
movzwl (%rcx,%r13,2), %r9d
movw %r9w, (%r8,%r13,2)
incq %r13
decq %rbx
jne .LBB39_15
.LBB39_16:
subq %rdx, %rbp
cmpq $-4, %rbp
ja .LBB39_18
.LBB39_17:
movzwl (%rcx,%r13,2), %r9d
movw %r9w, (%r8,%r13,2)
movzwl 2(%rcx,%r13,2), %r9d
movw %r9w, 2(%r8,%r13,2)
movzwl 4(%rcx,%r13,2), %r9d
movw %r9w, 4(%r8,%r13,2)
movzwl 6(%rcx,%r13,2), %r9d
movw %r9w, 6(%r8,%r13,2)
addq $4, %r13
cmpq %r13, %rdx
jne .LBB39_17
jmp .LBB39_18
.LBB39_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB39_20:
retq
.globl copy2_strided_si16
.type copy2_strided_si16,@function
copy2_strided_si16:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -32(%rsp)
testq %rcx, %rcx
jle .LBB40_20
movq 104(%rsp), %r11
movq 72(%rsp), %rdi
movq 56(%rsp), %r12
leaq (%rsi,%rdx,2), %r15
movq -32(%rsp), %rax
decq %rax
movq %r11, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,2), %rcx
movq %r9, %r10
imulq %r9, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,2), %rax
cmpq $4, %r8
setae %r9b
cmpq $1, %r12
sete %bpl
andb %r9b, %bpl
cmpq %rax, %rdi
setb %al
cmpq %rcx, %r15
setb %cl
andb %al, %cl
movq %r10, %rbx
orq %r11, %rbx
shrq $62, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775792, %rax
movq %r8, %rcx
andq %rax, %rcx
movq %rcx, -48(%rsp)
orq $12, %rax
andq %r8, %rax
movq %rax, -24(%rsp)
movl %r8d, %eax
andl $3, %eax
movq %rax, -40(%rsp)
leaq 16(%rdi), %r13
addq %r11, %r11
movq %r11, -16(%rsp)
leaq (%rsi,%rdx,2), %rdx
addq $16, %rdx
addq %r10, %r10
movq %r10, -8(%rsp)
leaq (%r12,%r12), %rsi
shlq $3, %r12
notb %bpl
orb %bl, %bpl
movb %bpl, -49(%rsp)
xorl %ebp, %ebp
jmp .LBB40_2
.LBB40_19:
incq %rbp
movq -16(%rsp), %rcx
addq %rcx, %r13
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, %r15
cmpq -32(%rsp), %rbp
je .LBB40_20
.LBB40_2:
testq %r8, %r8
jle .LBB40_19
testb $1, -49(%rsp)
je .LBB40_5
xorl %r14d, %r14d
jmp .LBB40_13
.LBB40_5:
xorl %eax, %eax
cmpq $16, %r8
jb .LBB40_10
movq -48(%rsp), %rcx
.LBB40_7:
movups -16(%rdx,%rax,2), %xmm0
movups (%rdx,%rax,2), %xmm1
movups %xmm0, -16(%r13,%rax,2)
movups %xmm1, (%r13,%rax,2)
addq $16, %rax
cmpq %rax, %rcx
jne .LBB40_7
cmpq %rcx, %r8
je .LBB40_19
movq -48(%rsp), %r14
movq %r14, %rax
testb $12, %r8b
je .LBB40_13
.LBB40_10:
movq -24(%rsp), %r9
.LBB40_11:
movq (%r15,%rax,2), %rcx
movq %rcx, (%rdi,%rax,2)
addq $4, %rax
cmpq %rax, %r9
jne .LBB40_11
movq %r9, %r14
cmpq %r9, %r8
je .LBB40_19
.LBB40_13:
movq %r14, %rbx
cmpq $0, -40(%rsp)
je .LBB40_16
movq %rsi, %rax
imulq %r14, %rax
addq %r15, %rax
movq -40(%rsp), %rcx
movq %r14, %rbx
.LBB40_15:
movzwl (%rax), %r9d
movw %r9w, (%rdi,%rbx,2)
incq %rbx
addq %rsi, %rax
decq %rcx
jne .LBB40_15
.LBB40_16:
subq %r8, %r14
cmpq $-4, %r14
ja .LBB40_19
movq %rsi, %r14
imulq %rbx, %r14
leaq 3(%rbx), %rax
imulq %rsi, %rax
leaq 2(%rbx), %rcx
imulq %rsi, %rcx
leaq 1(%rbx), %r9
imulq %rsi, %r9
movq %r15, %r11
.LBB40_18:
movzwl (%r11,%r14), %r10d
movw %r10w, (%rdi,%rbx,2)
movzwl (%r11,%r9), %r10d
movw %r10w, 2(%rdi,%rbx,2)
movzwl (%r11,%rcx), %r10d
movw %r10w, 4(%rdi,%rbx,2)
movzwl (%r11,%rax), %r10d
movw %r10w, 6(%rdi,%rbx,2)
addq $4, %rbx
addq %r12, %r11
cmpq %rbx, %r8
jne .LBB40_18
jmp .LBB40_19
.LBB40_20:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_si16
.type _mlir_ciface_copy2_strided_si16,@function
_mlir_ciface_copy2_strided_si16:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -32(%rsp)
testq %rax, %rax
jle .LBB41_20
movq 32(%rdi), %rcx
movq 40(%rdi), %r8
movq 48(%rdi), %r13
movq 8(%rsi), %r9
movq 40(%rsi), %r14
movq 8(%rdi), %r10
movq 16(%rdi), %r12
leaq (%r10,%r12,2), %rbx
movq -32(%rsp), %rax
decq %rax
movq %r14, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,2), %rdx
imulq %r8, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r10,%rax,2), %rax
cmpq $4, %rcx
setae %sil
cmpq $1, %r13
sete %dil
andb %sil, %dil
cmpq %rax, %r9
setb %al
cmpq %rdx, %rbx
setb %dl
andb %al, %dl
movq %r8, %r11
orq %r14, %r11
shrq $62, %r11
andl $1, %r11d
orb %dl, %r11b
movabsq $9223372036854775792, %rax
movq %rcx, %rdx
andq %rax, %rdx
movq %rdx, -48(%rsp)
orq $12, %rax
andq %rcx, %rax
movq %rax, -24(%rsp)
movl %ecx, %eax
andl $3, %eax
movq %rax, -40(%rsp)
leaq 16(%r9), %r15
addq %r14, %r14
movq %r14, -16(%rsp)
leaq (%r10,%r12,2), %r12
addq $16, %r12
addq %r8, %r8
movq %r8, -8(%rsp)
movq %r13, %r14
addq %r13, %r13
shlq $3, %r14
notb %dil
orb %r11b, %dil
movb %dil, -49(%rsp)
xorl %ebp, %ebp
jmp .LBB41_2
.LBB41_19:
incq %rbp
movq -16(%rsp), %rdx
addq %rdx, %r15
movq -8(%rsp), %rax
addq %rax, %r12
addq %rdx, %r9
addq %rax, %rbx
cmpq -32(%rsp), %rbp
je .LBB41_20
.LBB41_2:
testq %rcx, %rcx
jle .LBB41_19
testb $1, -49(%rsp)
je .LBB41_5
xorl %r11d, %r11d
jmp .LBB41_13
.LBB41_5:
xorl %eax, %eax
cmpq $16, %rcx
jb .LBB41_10
movq -48(%rsp), %rdx
.LBB41_7:
movups -16(%r12,%rax,2), %xmm0
movups (%r12,%rax,2), %xmm1
movups %xmm0, -16(%r15,%rax,2)
movups %xmm1, (%r15,%rax,2)
addq $16, %rax
cmpq %rax, %rdx
jne .LBB41_7
cmpq %rdx, %rcx
je .LBB41_19
movq -48(%rsp), %r11
movq %r11, %rax
testb $12, %cl
je .LBB41_13
.LBB41_10:
movq -24(%rsp), %rsi
.LBB41_11:
movq (%rbx,%rax,2), %rdx
movq %rdx, (%r9,%rax,2)
addq $4, %rax
cmpq %rax, %rsi
jne .LBB41_11
movq %rsi, %r11
cmpq %rsi, %rcx
je .LBB41_19
.LBB41_13:
movq %r11, %r10
cmpq $0, -40(%rsp)
je .LBB41_16
movq %r13, %rax
imulq %r11, %rax
addq %rbx, %rax
movq -40(%rsp), %rdx
movq %r11, %r10
.LBB41_15:
movzwl (%rax), %esi
movw %si, (%r9,%r10,2)
incq %r10
addq %r13, %rax
decq %rdx
jne .LBB41_15
.LBB41_16:
subq %rcx, %r11
cmpq $-4, %r11
ja .LBB41_19
movq %r13, %r11
imulq %r10, %r11
leaq 3(%r10), %rax
imulq %r13, %rax
leaq 2(%r10), %rdx
imulq %r13, %rdx
leaq 1(%r10), %rsi
imulq %r13, %rsi
movq %rbx, %rdi
.LBB41_18:
movzwl (%rdi,%r11), %r8d
movw %r8w, (%r9,%r10,2)
movzwl (%rdi,%rsi), %r8d
movw %r8w, 2(%r9,%r10,2)
movzwl (%rdi,%rdx), %r8d
movw %r8w, 4(%r9,%r10,2)
movzwl (%rdi,%rax), %r8d
movw %r8w, 6(%r9,%r10,2)
addq $4, %r10
addq %r14, %rdi
cmpq %r10, %rcx
jne .LBB41_18
jmp .LBB41_19
.LBB41_20:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_ui8
.type copy2_identity_ui8,@function
copy2_identity_ui8:
testq %rcx, %rcx
jle .LBB42_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %rdx, %r10
addq %r8, %r10
imulq %r9, %rdi
addq %rsi, %rdi
addq %r8, %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
sets %dil
orb %r10b, %dil
movb %dil, -9(%rsp)
movabsq $9223372036854775776, %r10
movq %r8, %r11
andq %r10, %r11
orq $28, %r10
andq %r8, %r10
movl %r8d, %edi
andl $3, %edi
movq %rdi, -8(%rsp)
leaq 16(%rdx), %r14
leaq 16(%rsi), %r15
xorl %r12d, %r12d
jmp .LBB42_2
.LBB42_18:
incq %r12
addq %rax, %r14
addq %r9, %r15
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r12
je .LBB42_19
.LBB42_2:
testq %r8, %r8
jle .LBB42_18
cmpq $4, %r8
setb %bl
orb -9(%rsp), %bl
testb $1, %bl
je .LBB42_5
xorl %ebp, %ebp
jmp .LBB42_13
.LBB42_5:
cmpq $32, %r8
jae .LBB42_7
xorl %r13d, %r13d
jmp .LBB42_11
.LBB42_7:
xorl %ebx, %ebx
.LBB42_8:
movups -16(%r15,%rbx), %xmm0
movups (%r15,%rbx), %xmm1
movups %xmm0, -16(%r14,%rbx)
movups %xmm1, (%r14,%rbx)
addq $32, %rbx
cmpq %rbx, %r11
jne .LBB42_8
cmpq %r11, %r8
je .LBB42_18
movq %r11, %r13
movq %r11, %rbp
testb $28, %r8b
je .LBB42_13
.LBB42_11:
movl (%rsi,%r13), %ebx
movl %ebx, (%rdx,%r13)
addq $4, %r13
cmpq %r13, %r10
jne .LBB42_11
movq %r10, %rbp
cmpq %r10, %r8
je .LBB42_18
.LBB42_13:
movq %rbp, %r13
cmpq $0, -8(%rsp)
je .LBB42_16
movq -8(%rsp), %rbx
movq %rbp, %r13
.LBB42_15:
movzbl (%rsi,%r13), %edi
movb %dil, (%rdx,%r13)
incq %r13
decq %rbx
jne .LBB42_15
.LBB42_16:
subq %r8, %rbp
cmpq $-4, %rbp
ja .LBB42_18
.LBB42_17:
movzbl (%rsi,%r13), %edi
movb %dil, (%rdx,%r13)
movzbl 1(%rsi,%r13), %edi
movb %dil, 1(%rdx,%r13)
movzbl 2(%rsi,%r13), %edi
movb %dil, 2(%rdx,%r13)
movzbl 3(%rsi,%r13), %edi
movb %dil, 3(%rdx,%r13)
addq $4, %r13
cmpq %r13, %r8
jne .LBB42_17
jmp .LBB42_18
.LBB42_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB42_20:
retq
.globl _mlir_ciface_copy2_identity_ui8
.type _mlir_ciface_copy2_identity_ui8,@function
_mlir_ciface_copy2_identity_ui8:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB43_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %r8, %r10
addq %rdx, %r10
imulq %rdi, %r9
addq %rcx, %r9
addq %rdx, %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
sets %r9b
orb %r10b, %r9b
movb %r9b, -9(%rsp)
movabsq $9223372036854775776, %r10
movq %rdx, %r11
andq %r10, %r11
orq $28, %r10
andq %rdx, %r10
movl %edx, %r9d
andl $3, %r9d
movq %r9, -8(%rsp)
leaq 16(%r8), %r14
leaq 16(%rcx), %r15
xorl %r12d, %r12d
jmp .LBB43_2
.LBB43_18:
incq %r12
addq %rsi, %r14
addq %rdi, %r15
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r12
je .LBB43_19
.LBB43_2:
testq %rdx, %rdx
jle .LBB43_18
cmpq $4, %rdx
setb %bl
orb -9(%rsp), %bl
testb $1, %bl
je .LBB43_5
xorl %ebp, %ebp
jmp .LBB43_13
.LBB43_5:
cmpq $32, %rdx
jae .LBB43_7
xorl %r13d, %r13d
jmp .LBB43_11
.LBB43_7:
xorl %ebx, %ebx
.LBB43_8:
movups -16(%r15,%rbx), %xmm0
movups (%r15,%rbx), %xmm1
movups %xmm0, -16(%r14,%rbx)
movups %xmm1, (%r14,%rbx)
addq $32, %rbx
cmpq %rbx, %r11
jne .LBB43_8
cmpq %r11, %rdx
je .LBB43_18
movq %r11, %r13
movq %r11, %rbp
testb $28, %dl
je .LBB43_13
.LBB43_11:
movl (%rcx,%r13), %ebx
movl %ebx, (%r8,%r13)
addq $4, %r13
cmpq %r13, %r10
jne .LBB43_11
movq %r10, %rbp
cmpq %r10, %rdx
je .LBB43_18
.LBB43_13:
movq %rbp, %r13
cmpq $0, -8(%rsp)
je .LBB43_16
movq -8(%rsp), %rbx
movq %rbp, %r13
.LBB43_15:
movzbl (%rcx,%r13), %r9d
movb %r9b, (%r8,%r13)
incq %r13
decq %rbx
jne .LBB43_15
.LBB43_16:
subq %rdx, %rbp
cmpq $-4, %rbp
ja .LBB43_18
.LBB43_17:
movzbl (%rcx,%r13), %r9d
movb %r9b, (%r8,%r13)
movzbl 1(%rcx,%r13), %r9d
movb %r9b, 1(%r8,%r13)
movzbl 2(%rcx,%r13), %r9d
movb %r9b, 2(%r8,%r13)
movzbl 3(%rcx,%r13), %r9d
movb %r9b, 3(%r8,%r13)
addq $4, %r13
cmpq %r13, %rdx
jne .LBB43_17
jmp .LBB43_18
.LBB43_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB43_20:
retq
.globl copy2_strided_ui8
.type copy2_strided_ui8,@function
copy2_strided_ui8:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %r9, -16(%rsp)
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB44_19
movq 104(%rsp), %rbx
movq 72(%rsp), %rdi
movq 56(%rsp), %rbp
leaq (%rsi,%rdx), %r9
movq -24(%rsp), %rax
decq %rax
movq %rbx, %r10
imulq %rax, %r10
addq %rdi, %r10
addq %r8, %r10
movq -16(%rsp), %rcx
imulq %rcx, %rax
addq %r9, %rax
addq %r8, %rax
cmpq $4, %r8
setae %r11b
cmpq $1, %rbp
sete %r14b
andb %r11b, %r14b
cmpq %rax, %rdi
setb %al
cmpq %r10, %r9
setb %r10b
andb %al, %r10b
movq %rcx, %rax
orq %rbx, %rax
sets %al
orb %r10b, %al
movabsq $9223372036854775776, %r12
movq %r8, %rcx
andq %r12, %rcx
movq %rcx, -40(%rsp)
orq $28, %r12
andq %r8, %r12
movl %r8d, %ecx
andl $3, %ecx
movq %rcx, -32(%rsp)
leaq 16(%rdi), %r13
addq %rsi, %rdx
addq $16, %rdx
leaq (,%rbp,4), %rcx
movq %rcx, -8(%rsp)
xorl %ebp, %ebp
notb %r14b
orb %al, %r14b
movb %r14b, -41(%rsp)
movq -8(%rsp), %r15
jmp .LBB44_2
.LBB44_18:
incq %rbp
movq 104(%rsp), %rcx
addq %rcx, %r13
movq -16(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, %r9
cmpq -24(%rsp), %rbp
je .LBB44_19
.LBB44_2:
testq %r8, %r8
jle .LBB44_18
testb $1, -41(%rsp)
je .LBB44_5
xorl %r14d, %r14d
jmp .LBB44_12
.LBB44_5:
xorl %eax, %eax
cmpq $32, %r8
jb .LBB44_10
movq -40(%rsp), %rcx
.LBB44_7:
movups -16(%rdx,%rax), %xmm0
movups (%rdx,%rax), %xmm1
movups %xmm0, -16(%r13,%rax)
movups %xmm1, (%r13,%rax)
addq $32, %rax
cmpq %rax, %rcx
jne .LBB44_7
cmpq %rcx, %r8
je .LBB44_18
movq -40(%rsp), %r14
movq %r14, %rax
testb $28, %r8b
je .LBB44_12
.LBB44_10:
movl (%r9,%rax), %esi
movl %esi, (%rdi,%rax)
addq $4, %rax
cmpq %rax, %r12
jne .LBB44_10
movq %r12, %r14
cmpq %r12, %r8
je .LBB44_18
.LBB44_12:
movq %r14, %rbx
cmpq $0, -32(%rsp)
movq 56(%rsp), %rcx
je .LBB44_15
movq %rcx, %rax
imulq %r14, %rax
addq %r9, %rax
movq -32(%rsp), %rsi
movq %r14, %rbx
.LBB44_14:
movzbl (%rax), %r10d
movb %r10b, (%rdi,%rbx)
incq %rbx
addq %rcx, %rax
decq %rsi
jne .LBB44_14
.LBB44_15:
subq %r8, %r14
cmpq $-4, %r14
ja .LBB44_18
leaq 3(%rbx), %r14
movq 56(%rsp), %r10
imulq %r10, %r14
leaq 2(%rbx), %rax
imulq %r10, %rax
leaq 1(%rbx), %rsi
imulq %r10, %rsi
imulq %rbx, %r10
movq %r9, %r11
.LBB44_17:
movzbl (%r11,%r10), %ecx
movb %cl, (%rdi,%rbx)
movzbl (%r11,%rsi), %ecx
movb %cl, 1(%rdi,%rbx)
movzbl (%r11,%rax), %ecx
movb %cl, 2(%rdi,%rbx)
movzbl (%r11,%r14), %ecx
movb %cl, 3(%rdi,%rbx)
addq $4, %rbx
addq %r15, %r11
cmpq %rbx, %r8
jne .LBB44_17
jmp .LBB44_18
.LBB44_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_ui8
.type _mlir_ciface_copy2_strided_ui8,@function
_mlir_ciface_copy2_strided_ui8:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -32(%rsp)
testq %rax, %rax
jle .LBB45_19
movq 32(%rdi), %rcx
movq 40(%rdi), %r8
movq 48(%rdi), %r13
movq 8(%rsi), %r9
movq 40(%rsi), %rbx
movq 8(%rdi), %r12
movq 16(%rdi), %r11
leaq (%r12,%r11), %rsi
movq -32(%rsp), %rax
decq %rax
movq %rbx, %rdx
imulq %rax, %rdx
addq %r9, %rdx
addq %rcx, %rdx
imulq %r8, %rax
addq %rsi, %rax
addq %rcx, %rax
cmpq $4, %rcx
setae %dil
cmpq $1, %r13
sete %r10b
andb %dil, %r10b
cmpq %rax, %r9
setb %al
cmpq %rdx, %rsi
setb %dl
andb %al, %dl
movq %r8, -16(%rsp)
movq %r8, %rax
movq %rbx, -24(%rsp)
orq %rbx, %rax
sets %al
orb %dl, %al
movabsq $9223372036854775776, %r14
movq %rcx, %rdx
andq %r14, %rdx
movq %rdx, -48(%rsp)
orq $28, %r14
andq %rcx, %r14
movl %ecx, %edx
andl $3, %edx
movq %rdx, -40(%rsp)
leaq 16(%r9), %r15
addq %r11, %r12
addq $16, %r12
leaq (,%r13,4), %rbp
xorl %edi, %edi
notb %r10b
orb %al, %r10b
movb %r10b, -49(%rsp)
jmp .LBB45_2
.LBB45_18:
movq -8(%rsp), %rdi
incq %rdi
movq -24(%rsp), %rdx
addq %rdx, %r15
movq -16(%rsp), %rax
addq %rax, %r12
addq %rdx, %r9
addq %rax, %rsi
cmpq -32(%rsp), %rdi
je .LBB45_19
.LBB45_2:
movq %rdi, -8(%rsp)
testq %rcx, %rcx
jle .LBB45_18
testb $1, -49(%rsp)
je .LBB45_5
xorl %r11d, %r11d
jmp .LBB45_12
.LBB45_5:
xorl %eax, %eax
cmpq $32, %rcx
jb .LBB45_10
movq -48(%rsp), %rdx
.LBB45_7:
movups -16(%r12,%rax), %xmm0
movups (%r12,%rax), %xmm1
movups %xmm0, -16(%r15,%rax)
movups %xmm1, (%r15,%rax)
addq $32, %rax
cmpq %rax, %rdx
jne .LBB45_7
cmpq %rdx, %rcx
je .LBB45_18
movq -48(%rsp), %r11
movq %r11, %rax
testb $28, %cl
je .LBB45_12
.LBB45_10:
movl (%rsi,%rax), %edx
movl %edx, (%r9,%rax)
addq $4, %rax
cmpq %rax, %r14
jne .LBB45_10
movq %r14, %r11
cmpq %r14, %rcx
je .LBB45_18
.LBB45_12:
movq %r11, %r10
cmpq $0, -40(%rsp)
je .LBB45_15
movq %r13, %rax
imulq %r11, %rax
addq %rsi, %rax
movq -40(%rsp), %rdx
movq %r11, %r10
.LBB45_14:
movzbl (%rax), %edi
movb %dil, (%r9,%r10)
incq %r10
addq %r13, %rax
decq %rdx
jne .LBB45_14
.LBB45_15:
subq %rcx, %r11
cmpq $-4, %r11
ja .LBB45_18
leaq 3(%r10), %r11
imulq %r13, %r11
leaq 2(%r10), %rax
imulq %r13, %rax
leaq 1(%r10), %rdx
imulq %r13, %rdx
movq %r13, %r8
imulq %r10, %r8
movq %rsi, %rdi
.LBB45_17:
movzbl (%rdi,%r8), %ebx
movb %bl, (%r9,%r10)
movzbl (%rdi,%rdx), %ebx
movb %bl, 1(%r9,%r10)
movzbl (%rdi,%rax), %ebx
movb %bl, 2(%r9,%r10)
movzbl (%rdi,%r11), %ebx
movb %bl, 3(%r9,%r10)
addq $4, %r10
addq %rbp, %rdi
cmpq %r10, %rcx
jne .LBB45_17
jmp .LBB45_18
.LBB45_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_ui64
.type copy2_identity_ui64,@function
copy2_identity_ui64:
testq %rcx, %rcx
jle .LBB46_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,8), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,8), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $60, %rdi
andl $1, %edi
orb %r10b, %dil
movq %rdi, -8(%rsp)
movabsq $9223372036854775804, %r10
andq %r8, %r10
movl %r8d, %r11d
andl $3, %r11d
leaq 16(%rdx), %rbx
shlq $3, %rax
leaq 16(%rsi), %r14
shlq $3, %r9
xorl %r15d, %r15d
jmp .LBB46_2
.LBB46_13:
incq %r15
addq %rax, %rbx
addq %r9, %r14
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r15
je .LBB46_14
.LBB46_2:
testq %r8, %r8
jle .LBB46_13
cmpq $8, %r8
setb %bpl
orb -8(%rsp), %bpl
testb $1, %bpl
je .LBB46_5
xorl %r13d, %r13d
jmp .LBB46_8
.LBB46_5:
xorl %r12d, %r12d
.LBB46_6:
movups -16(%r14,%r12,8), %xmm0
movups (%r14,%r12,8), %xmm1
movups %xmm0, -16(%rbx,%r12,8)
movups %xmm1, (%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB46_6
movq %r10, %r13
cmpq %r10, %r8
je .LBB46_13
.LBB46_8:
movq %r13, %r12
testq %r11, %r11
je .LBB46_11
movq %r11, %rbp
movq %r13, %r12
.LBB46_10:
movq (%rsi,%r12,8), %rdi
movq %rdi, (%rdx,%r12,8)
incq %r12
decq %rbp
jne .LBB46_10
.LBB46_11:
subq %r8, %r13
cmpq $-4, %r13
ja .LBB46_13
.LBB46_12:
movq (%rsi,%r12,8), %rdi
movq %rdi, -16(%rbx,%r12,8)
movq 8(%rsi,%r12,8), %rdi
movq %rdi, -8(%rbx,%r12,8)
movq 16(%rsi,%r12,8), %rdi
movq %rdi, (%rbx,%r12,8)
movq 24(%rsi,%r12,8), %rdi
movq %rdi, 8(%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r8
jne .LBB46_12
jmp .LBB46_13
.LBB46_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB46_15:
retq
.globl _mlir_ciface_copy2_identity_ui64
.type _mlir_ciface_copy2_identity_ui64,@function
_mlir_ciface_copy2_identity_ui64:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB47_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,8), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,8), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $60, %r9
andl $1, %r9d
orb %r10b, %r9b
movq %r9, -8(%rsp)
movabsq $9223372036854775804, %r10
andq %rdx, %r10
movl %edx, %r11d
andl $3, %r11d
leaq 16(%r8), %rbx
shlq $3, %rsi
leaq 16(%rcx), %r14
shlq $3, %rdi
xorl %r15d, %r15d
jmp .LBB47_2
.LBB47_13:
incq %r15
addq %rsi, %rbx
addq %rdi, %r14
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r15
je .LBB47_14
.LBB47_2:
testq %rdx, %rdx
jle .LBB47_13
cmpq $8, %rdx
setb %bpl
orb -8(%rsp), %bpl
testb $1, %bpl
je .LBB47_5
xorl %r13d, %r13d
jmp .LBB47_8
.LBB47_5:
xorl %r12d, %r12d
.LBB47_6:
movups -16(%r14,%r12,8), %xmm0
movups (%r14,%r12,8), %xmm1
movups %xmm0, -16(%rbx,%r12,8)
movups %xmm1, (%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB47_6
movq %r10, %r13
cmpq %r10, %rdx
je .LBB47_13
.LBB47_8:
movq %r13, %r12
testq %r11, %r11
je .LBB47_11
movq %r11, %rbp
movq %r13, %r12
.LBB47_10:
movq (%rcx,%r12,8), %r9
movq %r9, (%r8,%r12,8)
incq %r12
decq %rbp
jne .LBB47_10
.LBB47_11:
subq %rdx, %r13
cmpq $-4, %r13
ja .LBB47_13
.LBB47_12:
movq (%rcx,%r12,8), %r9
movq %r9, -16(%rbx,%r12,8)
movq 8(%rcx,%r12,8), %r9
movq %r9, -8(%rbx,%r12,8)
movq 16(%rcx,%r12,8), %r9
movq %r9, (%rbx,%r12,8)
movq 24(%rcx,%r12,8), %r9
movq %r9, 8(%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %rdx
jne .LBB47_12
jmp .LBB47_13
.LBB47_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB47_15:
retq
.globl copy2_strided_ui64
.type copy2_strided_ui64,@function
copy2_strided_ui64:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB48_15
movq 104(%rsp), %r15
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
leaq (%rsi,%rdx,8), %rbx
movq -24(%rsp), %rax
decq %rax
movq %r15, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,8), %rcx
imulq %r9, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,8), %rax
cmpq $10, %r8
setae %r11b
cmpq $1, %r10
sete %bpl
andb %r11b, %bpl
cmpq %rax, %rdi
setb %al
movq %rbx, -40(%rsp)
cmpq %rcx, %rbx
setb %cl
andb %al, %cl
movq %r9, %rbx
orq %r15, %rbx
shrq $60, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775804, %r14
andq %r8, %r14
movl %r8d, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%rdi), %r12
shlq $3, %r15
movq %r15, -16(%rsp)
leaq (%rsi,%rdx,8), %rdx
addq $16, %rdx
shlq $3, %r9
movq %r9, -8(%rsp)
leaq (,%r10,8), %rsi
shlq $5, %r10
xorl %r13d, %r13d
notb %bpl
orb %bl, %bpl
movb %bpl, -41(%rsp)
jmp .LBB48_2
.LBB48_14:
incq %r13
movq -16(%rsp), %rcx
addq %rcx, %r12
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, -40(%rsp)
cmpq -24(%rsp), %r13
je .LBB48_15
.LBB48_2:
testq %r8, %r8
jle .LBB48_14
testb $1, -41(%rsp)
je .LBB48_5
xorl %ebx, %ebx
jmp .LBB48_8
.LBB48_5:
xorl %eax, %eax
.LBB48_6:
movups -16(%rdx,%rax,8), %xmm0
movups (%rdx,%rax,8), %xmm1
movups %xmm0, -16(%r12,%rax,8)
movups %xmm1, (%r12,%rax,8)
addq $4, %rax
cmpq %rax, %r14
jne .LBB48_6
movq %r14, %rbx
cmpq %r14, %r8
je .LBB48_14
.LBB48_8:
movq %rbx, %rbp
cmpq $0, -32(%rsp)
je .LBB48_11
movq %rsi, %rax
imulq %rbx, %rax
addq -40(%rsp), %rax
movq -32(%rsp), %rcx
movq %rbx, %rbp
.LBB48_10:
movq (%rax), %r11
movq %r11, (%rdi,%rbp,8)
incq %rbp
addq %rsi, %rax
decq %rcx
jne .LBB48_10
.LBB48_11:
subq %r8, %rbx
cmpq $-4, %rbx
ja .LBB48_14
movq %rsi, %rbx
imulq %rbp, %rbx
leaq 3(%rbp), %r15
imulq %rsi, %r15
leaq 2(%rbp), %rax
imulq %rsi, %rax
leaq 1(%rbp), %rcx
imulq %rsi, %rcx
movq -40(%rsp), %r11
.LBB48_13:
movq (%r11,%rbx), %r9
movq %r9, -16(%r12,%rbp,8)
movq (%r11,%rcx), %r9
movq %r9, -8(%r12,%rbp,8)
movq (%r11,%rax), %r9
movq %r9, (%r12,%rbp,8)
movq (%r11,%r15), %r9
movq %r9, 8(%r12,%rbp,8)
addq $4, %rbp
addq %r10, %r11
cmpq %rbp, %r8
jne .LBB48_13
jmp .LBB48_14
.LBB48_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_ui64
.type _mlir_ciface_copy2_strided_ui64,@function
_mlir_ciface_copy2_strided_ui64:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -24(%rsp)
testq %rax, %rax
jle .LBB49_15
movq 32(%rdi), %rcx
movq 40(%rdi), %rbx
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 40(%rsi), %rsi
movq 8(%rdi), %r15
movq 16(%rdi), %r12
leaq (%r15,%r12,8), %r10
movq -24(%rsp), %rax
decq %rax
movq %rsi, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,8), %rdx
imulq %rbx, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r15,%rax,8), %rax
cmpq $10, %rcx
setae %dil
cmpq $1, %r8
sete %bpl
andb %dil, %bpl
cmpq %rax, %r9
setb %al
movq %r10, -40(%rsp)
cmpq %rdx, %r10
setb %dl
andb %al, %dl
movq %rbx, %r10
orq %rsi, %r10
shrq $60, %r10
andl $1, %r10d
orb %dl, %r10b
movabsq $9223372036854775804, %r11
andq %rcx, %r11
movl %ecx, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%r9), %r14
shlq $3, %rsi
movq %rsi, -16(%rsp)
leaq (%r15,%r12,8), %r15
addq $16, %r15
shlq $3, %rbx
movq %rbx, -8(%rsp)
leaq (,%r8,8), %r12
shlq $5, %r8
xorl %r13d, %r13d
notb %bpl
orb %r10b, %bpl
movb %bpl, -41(%rsp)
jmp .LBB49_2
.LBB49_14:
incq %r13
movq -16(%rsp), %rdx
addq %rdx, %r14
movq -8(%rsp), %rax
addq %rax, %r15
addq %rdx, %r9
addq %rax, -40(%rsp)
cmpq -24(%rsp), %r13
je .LBB49_15
.LBB49_2:
testq %rcx, %rcx
jle .LBB49_14
testb $1, -41(%rsp)
je .LBB49_5
xorl %r10d, %r10d
jmp .LBB49_8
.LBB49_5:
xorl %eax, %eax
.LBB49_6:
movups -16(%r15,%rax,8), %xmm0
movups (%r15,%rax,8), %xmm1
movups %xmm0, -16(%r14,%rax,8)
movups %xmm1, (%r14,%rax,8)
addq $4, %rax
cmpq %rax, %r11
jne .LBB49_6
movq %r11, %r10
cmpq %r11, %rcx
je .LBB49_14
.LBB49_8:
movq %r10, %rbp
cmpq $0, -32(%rsp)
je .LBB49_11
movq %r12, %rax
imulq %r10, %rax
addq -40(%rsp), %rax
movq -32(%rsp), %rdx
movq %r10, %rbp
.LBB49_10:
movq (%rax), %rdi
movq %rdi, (%r9,%rbp,8)
incq %rbp
addq %r12, %rax
decq %rdx
jne .LBB49_10
.LBB49_11:
subq %rcx, %r10
cmpq $-4, %r10
ja .LBB49_14
movq %r12, %r10
imulq %rbp, %r10
leaq 3(%rbp), %rbx
imulq %r12, %rbx
leaq 2(%rbp), %rax
imulq %r12, %rax
leaq 1(%rbp), %rdx
imulq %r12, %rdx
movq -40(%rsp), %rdi
.LBB49_13:
movq (%rdi,%r10), %rsi
movq %rsi, (%r9,%rbp,8)
movq (%rdi,%rdx), %rsi
movq %rsi, 8(%r9,%rbp,8)
movq (%rdi,%rax), %rsi
movq %rsi, 16(%r9,%rbp,8)
movq (%rdi,%rbx), %rsi
movq %rsi, 24(%r9,%rbp,8)
addq $4, %rbp
addq %r8, %rdi
cmpq %rbp, %rcx
jne .LBB49_13
jmp .LBB49_14
.LBB49_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_index
.type copy2_identity_index,@function
copy2_identity_index:
testq %rcx, %rcx
jle .LBB50_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,8), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,8), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $60, %rdi
andl $1, %edi
orb %r10b, %dil
movq %rdi, -8(%rsp)
movabsq $9223372036854775804, %r10
andq %r8, %r10
movl %r8d, %r11d
andl $3, %r11d
leaq 16(%rdx), %rbx
shlq $3, %rax
leaq 16(%rsi), %r14
shlq $3, %r9
xorl %r15d, %r15d
jmp .LBB50_2
.LBB50_13:
incq %r15
addq %rax, %rbx
addq %r9, %r14
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r15
je .LBB50_14
.LBB50_2:
testq %r8, %r8
jle .LBB50_13
cmpq $8, %r8
setb %bpl
orb -8(%rsp), %bpl
testb $1, %bpl
je .LBB50_5
xorl %r13d, %r13d
jmp .LBB50_8
.LBB50_5:
xorl %r12d, %r12d
.LBB50_6:
movups -16(%r14,%r12,8), %xmm0
movups (%r14,%r12,8), %xmm1
movups %xmm0, -16(%rbx,%r12,8)
movups %xmm1, (%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB50_6
movq %r10, %r13
cmpq %r10, %r8
je .LBB50_13
.LBB50_8:
movq %r13, %r12
testq %r11, %r11
je .LBB50_11
movq %r11, %rbp
movq %r13, %r12
.LBB50_10:
movq (%rsi,%r12,8), %rdi
movq %rdi, (%rdx,%r12,8)
incq %r12
decq %rbp
jne .LBB50_10
.LBB50_11:
subq %r8, %r13
cmpq $-4, %r13
ja .LBB50_13
.LBB50_12:
movq (%rsi,%r12,8), %rdi
movq %rdi, -16(%rbx,%r12,8)
movq 8(%rsi,%r12,8), %rdi
movq %rdi, -8(%rbx,%r12,8)
movq 16(%rsi,%r12,8), %rdi
movq %rdi, (%rbx,%r12,8)
movq 24(%rsi,%r12,8), %rdi
movq %rdi, 8(%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r8
jne .LBB50_12
jmp .LBB50_13
.LBB50_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB50_15:
retq
.globl _mlir_ciface_copy2_identity_index
.type _mlir_ciface_copy2_identity_index,@function
_mlir_ciface_copy2_identity_index:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB51_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,8), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,8), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $60, %r9
andl $1, %r9d
orb %r10b, %r9b
movq %r9, -8(%rsp)
movabsq $9223372036854775804, %r10
andq %rdx, %r10
movl %edx, %r11d
andl $3, %r11d
leaq 16(%r8), %rbx
shlq $3, %rsi
leaq 16(%rcx), %r14
shlq $3, %rdi
xorl %r15d, %r15d
jmp .LBB51_2
.LBB51_13:
incq %r15
addq %rsi, %rbx
addq %rdi, %r14
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r15
je .LBB51_14
.LBB51_2:
testq %rdx, %rdx
jle .LBB51_13
cmpq $8, %rdx
setb %bpl
orb -8(%rsp), %bpl
testb $1, %bpl
je .LBB51_5
xorl %r13d, %r13d
jmp .LBB51_8
.LBB51_5:
xorl %r12d, %r12d
.LBB51_6:
movups -16(%r14,%r12,8), %xmm0
movups (%r14,%r12,8), %xmm1
movups %xmm0, -16(%rbx,%r12,8)
movups %xmm1, (%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB51_6
movq %r10, %r13
cmpq %r10, %rdx
je .LBB51_13
.LBB51_8:
movq %r13, %r12
testq %r11, %r11
je .LBB51_11
movq %r11, %rbp
movq %r13, %r12
.LBB51_10:
movq (%rcx,%r12,8), %r9
movq %r9, (%r8,%r12,8)
incq %r12
decq %rbp
jne .LBB51_10
.LBB51_11:
subq %rdx, %r13
cmpq $-4, %r13
ja .LBB51_13
.LBB51_12:
movq (%rcx,%r12,8), %r9
movq %r9, -16(%rbx,%r12,8)
movq 8(%rcx,%r12,8), %r9
movq %r9, -8(%rbx,%r12,8)
movq 16(%rcx,%r12,8), %r9
movq %r9, (%rbx,%r12,8)
movq 24(%rcx,%r12,8), %r9
movq %r9, 8(%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %rdx
jne .LBB51_12
jmp .LBB51_13
.LBB51_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB51_15:
retq
.globl copy2_strided_index
.type copy2_strided_index,@function
copy2_strided_index:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB52_15
movq 104(%rsp), %r15
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
leaq (%rsi,%rdx,8), %rbx
movq -24(%rsp), %rax
decq %rax
movq %r15, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,8), %rcx
imulq %r9, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,8), %rax
cmpq $10, %r8
setae %r11b
cmpq $1, %r10
sete %bpl
andb %r11b, %bpl
cmpq %rax, %rdi
setb %al
movq %rbx, -40(%rsp)
cmpq %rcx, %rbx
setb %cl
andb %al, %cl
movq %r9, %rbx
orq %r15, %rbx
shrq $60, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775804, %r14
andq %r8, %r14
movl %r8d, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%rdi), %r12
shlq $3, %r15
movq %r15, -16(%rsp)
leaq (%rsi,%rdx,8), %rdx
addq $16, %rdx
shlq $3, %r9
movq %r9, -8(%rsp)
leaq (,%r10,8), %rsi
shlq $5, %r10
xorl %r13d, %r13d
notb %bpl
orb %bl, %bpl
movb %bpl, -41(%rsp)
jmp .LBB52_2
.LBB52_14:
incq %r13
movq -16(%rsp), %rcx
addq %rcx, %r12
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, -40(%rsp)
cmpq -24(%rsp), %r13
je .LBB52_15
.LBB52_2:
testq %r8, %r8
jle .LBB52_14
testb $1, -41(%rsp)
je .LBB52_5
xorl %ebx, %ebx
jmp .LBB52_8
.LBB52_5:
xorl %eax, %eax
.LBB52_6:
movups -16(%rdx,%rax,8), %xmm0
movups (%rdx,%rax,8), %xmm1
movups %xmm0, -16(%r12,%rax,8)
movups %xmm1, (%r12,%rax,8)
addq $4, %rax
cmpq %rax, %r14
jne .LBB52_6
movq %r14, %rbx
cmpq %r14, %r8
je .LBB52_14
.LBB52_8:
movq %rbx, %rbp
cmpq $0, -32(%rsp)
je .LBB52_11
movq %rsi, %rax
imulq %rbx, %rax
addq -40(%rsp), %rax
movq -32(%rsp), %rcx
movq %rbx, %rbp
.LBB52_10:
movq (%rax), %r11
movq %r11, (%rdi,%rbp,8)
incq %rbp
addq %rsi, %rax
decq %rcx
jne .LBB52_10
.LBB52_11:
subq %r8, %rbx
cmpq $-4, %rbx
ja .LBB52_14
movq %rsi, %rbx
imulq %rbp, %rbx
leaq 3(%rbp), %r15
imulq %rsi, %r15
leaq 2(%rbp), %rax
imulq %rsi, %rax
leaq 1(%rbp), %rcx
imulq %rsi, %rcx
movq -40(%rsp), %r11
.LBB52_13:
movq (%r11,%rbx), %r9
movq %r9, -16(%r12,%rbp,8)
movq (%r11,%rcx), %r9
movq %r9, -8(%r12,%rbp,8)
movq (%r11,%rax), %r9
movq %r9, (%r12,%rbp,8)
movq (%r11,%r15), %r9
movq %r9, 8(%r12,%rbp,8)
addq $4, %rbp
addq %r10, %r11
cmpq %rbp, %r8
jne .LBB52_13
jmp .LBB52_14
.LBB52_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_index
.type _mlir_ciface_copy2_strided_index,@function
_mlir_ciface_copy2_strided_index:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -24(%rsp)
testq %rax, %rax
jle .LBB53_15
movq 32(%rdi), %rcx
movq 40(%rdi), %rbx
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 40(%rsi), %rsi
movq 8(%rdi), %r15
movq 16(%rdi), %r12
leaq (%r15,%r12,8), %r10
movq -24(%rsp), %rax
decq %rax
movq %rsi, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,8), %rdx
imulq %rbx, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r15,%rax,8), %rax
cmpq $10, %rcx
setae %dil
cmpq $1, %r8
sete %bpl
andb %dil, %bpl
cmpq %rax, %r9
setb %al
movq %r10, -40(%rsp)
cmpq %rdx, %r10
setb %dl
andb %al, %dl
movq %rbx, %r10
orq %rsi, %r10
shrq $60, %r10
andl $1, %r10d
orb %dl, %r10b
movabsq $9223372036854775804, %r11
andq %rcx, %r11
movl %ecx, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%r9), %r14
shlq $3, %rsi
movq %rsi, -16(%rsp)
leaq (%r15,%r12,8), %r15
addq $16, %r15
shlq $3, %rbx
movq %rbx, -8(%rsp)
leaq (,%r8,8), %r12
shlq $5, %r8
xorl %r13d, %r13d
notb %bpl
orb %r10b, %bpl
movb %bpl, -41(%rsp)
jmp .LBB53_2
.LBB53_14:
incq %r13
movq -16(%rsp), %rdx
addq %rdx, %r14
movq -8(%rsp), %rax
addq %rax, %r15
addq %rdx, %r9
addq %rax, -40(%rsp)
cmpq -24(%rsp), %r13
je .LBB53_15
.LBB53_2:
testq %rcx, %rcx
jle .LBB53_14
testb $1, -41(%rsp)
je .LBB53_5
xorl %r10d, %r10d
jmp .LBB53_8
.LBB53_5:
xorl %eax, %eax
.LBB53_6:
movups -16(%r15,%rax,8), %xmm0
movups (%r15,%rax,8), %xmm1
movups %xmm0, -16(%r14,%rax,8)
movups %xmm1, (%r14,%rax,8)
addq $4, %rax
cmpq %rax, %r11
jne .LBB53_6
movq %r11, %r10
cmpq %r11, %rcx
je .LBB53_14
.LBB53_8:
movq %r10, %rbp
cmpq $0, -32(%rsp)
je .LBB53_11
movq %r12, %rax
imulq %r10, %rax
addq -40(%rsp), %rax
movq -32(%rsp), %rdx
movq %r10, %rbp
.LBB53_10:
movq (%rax), %rdi
movq %rdi, (%r9,%rbp,8)
incq %rbp
addq %r12, %rax
decq %rdx
jne .LBB53_10
.LBB53_11:
subq %rcx, %r10
cmpq $-4, %r10
ja .LBB53_14
movq %r12, %r10
imulq %rbp, %r10
leaq 3(%rbp), %rbx
imulq %r12, %rbx
leaq 2(%rbp), %rax
imulq %r12, %rax
leaq 1(%rbp), %rdx
imulq %r12, %rdx
movq -40(%rsp), %rdi
.LBB53_13:
movq (%rdi,%r10), %rsi
movq %rsi, (%r9,%rbp,8)
movq (%rdi,%rdx), %rsi
movq %rsi, 8(%r9,%rbp,8)
movq (%rdi,%rax), %rsi
movq %rsi, 16(%r9,%rbp,8)
movq (%rdi,%rbx), %rsi
movq %rsi, 24(%r9,%rbp,8)
addq $4, %rbp
addq %r8, %rdi
cmpq %rbp, %rcx
jne .LBB53_13
jmp .LBB53_14
.LBB53_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_f16
.type copy2_identity_f16,@function
copy2_identity_f16:
testq %rcx, %rcx
jle .LBB54_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,2), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,2), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $62, %rdi
andl $1, %edi
orb %r10b, %dil
movq %rdi, -8(%rsp)
movabsq $9223372036854775792, %r10
movq %r8, %r11
andq %r10, %r11
orq $8, %r10
andq %r8, %r10
movl %r8d, %edi
andl $3, %edi
movq %rdi, -16(%rsp)
leaq 16(%rdx), %r14
addq %rax, %rax
leaq 16(%rsi), %r15
addq %r9, %r9
xorl %r12d, %r12d
jmp .LBB54_2
.LBB54_18:
incq %r12
addq %rax, %r14
addq %r9, %r15
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r12
je .LBB54_19
.LBB54_2:
testq %r8, %r8
jle .LBB54_18
cmpq $8, %r8
setb %bl
orb -8(%rsp), %bl
testb $1, %bl
je .LBB54_5
xorl %ebp, %ebp
jmp .LBB54_13
.LBB54_5:
cmpq $16, %r8
jae .LBB54_7
xorl %r13d, %r13d
.LBB54_11:
movdqu (%rsi,%r13,2), %xmm0
movdqu %xmm0, (%rdx,%r13,2)
addq $8, %r13
cmpq %r13, %r10
jne .LBB54_11
movq %r10, %rbp
cmpq %r10, %r8
je .LBB54_18
jmp .LBB54_13
.LBB54_7:
xorl %ebx, %ebx
.LBB54_8:
movdqu -16(%r15,%rbx,2), %xmm0
movups (%r15,%rbx,2), %xmm1
movdqu %xmm0, -16(%r14,%rbx,2)
movups %xmm1, (%r14,%rbx,2)
addq $16, %rbx
cmpq %rbx, %r11
jne .LBB54_8
cmpq %r11, %r8
je .LBB54_18
movq %r11, %r13
movq %r11, %rbp
testb $8, %r8b
jne .LBB54_11
.LBB54_13:
movq %rbp, %r13
cmpq $0, -16(%rsp)
je .LBB54_16
movq -16(%rsp), %rbx
movq %rbp, %r13
.LBB54_15:
pinsrw $0, (%rsi,%r13,2), %xmm0
pextrw $0, %xmm0, %edi
movw %di, (%rdx,%r13,2)
incq %r13
decq %rbx
jne .LBB54_15
.LBB54_16:
subq %r8, %rbp
cmpq $-4, %rbp
ja .LBB54_18
.LBB54_17:
pinsrw $0, (%rsi,%r13,2), %xmm0
pextrw $0, %xmm0, %edi
movw %di, (%rdx,%r13,2)
pinsrw $0, 2(%rsi,%r13,2), %xmm0
pextrw $0, %xmm0, %edi
movw %di, 2(%rdx,%r13,2)
pinsrw $0, 4(%rsi,%r13,2), %xmm0
pextrw $0, %xmm0, %edi
movw %di, 4(%rdx,%r13,2)
pinsrw $0, 6(%rsi,%r13,2), %xmm0
pextrw $0, %xmm0, %edi
movw %di, 6(%rdx,%r13,2)
addq $4, %r13
cmpq %r13, %r8
jne .LBB54_17
jmp .LBB54_18
.LBB54_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB54_20:
retq
.globl _mlir_ciface_copy2_identity_f16
.type _mlir_ciface_copy2_identity_f16,@function
_mlir_ciface_copy2_identity_f16:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB55_20
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,2), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,2), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $62, %r9
andl $1, %r9d
orb %r10b, %r9b
movq %r9, -8(%rsp)
movabsq $9223372036854775792, %r10
movq %rdx, %r11
andq %r10, %r11
orq $8, %r10
andq %rdx, %r10
movl %edx, %r9d
andl $3, %r9d
movq %r9, -16(%rsp)
leaq 16(%r8), %r14
addq %rsi, %rsi
leaq 16(%rcx), %r15
addq %rdi, %rdi
xorl %r12d, %r12d
jmp .LBB55_2
.LBB55_18:
incq %r12
addq %rsi, %r14
addq %rdi, %r15
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r12
je .LBB55_19
.LBB55_2:
testq %rdx, %rdx
jle .LBB55_18
cmpq $8, %rdx
setb %bl
orb -8(%rsp), %bl
testb $1, %bl
je .LBB55_5
xorl %ebp, %ebp
jmp .LBB55_13
.LBB55_5:
cmpq $16, %rdx
jae .LBB55_7
xorl %r13d, %r13d
.LBB55_11:
movdqu (%rcx,%r13,2), %xmm0
movdqu %xmm0, (%r8,%r13,2)
addq $8, %r13
cmpq %r13, %r10
jne .LBB55_11
movq %r10, %rbp
cmpq %r10, %rdx
je .LBB55_18
jmp .LBB55_13
.LBB55_7:
xorl %ebx, %ebx
.LBB55_8:
movdqu -16(%r15,%rbx,2), %xmm0
movups (%r15,%rbx,2), %xmm1
movdqu %xmm0, -16(%r14,%rbx,2)
movups %xmm1, (%r14,%rbx,2)
addq $16, %rbx
cmpq %rbx, %r11
jne .LBB55_8
cmpq %r11, %rdx
je .LBB55_18
movq %r11, %r13
movq %r11, %rbp
testb $8, %dl
jne .LBB55_11
.LBB55_13:
movq %rbp, %r13
cmpq $0, -16(%rsp)
je .LBB55_16
movq -16(%rsp), %rbx
movq %rbp, %r13
.LBB55_15:
pinsrw $0, (%rcx,%r13,2), %xmm0
pextrw $0, %xmm0, %r9d
movw %r9w, (%r8,%r13,2)
incq %r13
decq %rbx
jne .LBB55_15
.LBB55_16:
subq %rdx, %rbp
cmpq $-4, %rbp
ja .LBB55_18
.LBB55_17:
pinsrw $0, (%rcx,%r13,2), %xmm0
pextrw $0, %xmm0, %r9d
movw %r9w, (%r8,%r13,2)
pinsrw $0, 2(%rcx,%r13,2), %xmm0
pextrw $0, %xmm0, %r9d
movw %r9w, 2(%r8,%r13,2)
pinsrw $0, 4(%rcx,%r13,2), %xmm0
pextrw $0, %xmm0, %r9d
movw %r9w, 4(%r8,%r13,2)
pinsrw $0, 6(%rcx,%r13,2), %xmm0
pextrw $0, %xmm0, %r9d
movw %r9w, 6(%r8,%r13,2)
addq $4, %r13
cmpq %r13, %rdx
jne .LBB55_17
jmp .LBB55_18
.LBB55_19:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB55_20:
retq
.globl copy2_strided_f16
.type copy2_strided_f16,@function
copy2_strided_f16:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -32(%rsp)
testq %rcx, %rcx
jle .LBB56_20
movq 104(%rsp), %r11
movq 72(%rsp), %rdi
movq 56(%rsp), %r12
leaq (%rsi,%rdx,2), %r15
movq -32(%rsp), %rax
decq %rax
movq %r11, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,2), %rcx
movq %r9, %r10
imulq %r9, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,2), %rax
cmpq $8, %r8
setae %r9b
cmpq $1, %r12
sete %bpl
andb %r9b, %bpl
cmpq %rax, %rdi
setb %al
cmpq %rcx, %r15
setb %cl
andb %al, %cl
movq %r10, %rax
orq %r11, %rax
shrq $62, %rax
andl $1, %eax
orb %cl, %al
movabsq $9223372036854775792, %rcx
movq %r8, %r9
andq %rcx, %r9
movq %r9, -48(%rsp)
orq $8, %rcx
andq %r8, %rcx
movq %rcx, -24(%rsp)
movl %r8d, %ecx
andl $3, %ecx
movq %rcx, -40(%rsp)
leaq 16(%rdi), %r13
addq %r11, %r11
movq %r11, -16(%rsp)
leaq (%rsi,%rdx,2), %rdx
addq $16, %rdx
addq %r10, %r10
movq %r10, -8(%rsp)
leaq (%r12,%r12), %rsi
shlq $3, %r12
notb %bpl
orb %al, %bpl
movb %bpl, -49(%rsp)
xorl %ebp, %ebp
jmp .LBB56_2
.LBB56_19:
incq %rbp
movq -16(%rsp), %rcx
addq %rcx, %r13
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, %r15
cmpq -32(%rsp), %rbp
je .LBB56_20
.LBB56_2:
testq %r8, %r8
jle .LBB56_19
testb $1, -49(%rsp)
je .LBB56_5
xorl %r14d, %r14d
jmp .LBB56_13
.LBB56_5:
xorl %eax, %eax
cmpq $16, %r8
jae .LBB56_6
.LBB56_10:
movq -24(%rsp), %rcx
.LBB56_11:
movdqu (%r15,%rax,2), %xmm0
movdqu %xmm0, (%rdi,%rax,2)
addq $8, %rax
cmpq %rax, %rcx
jne .LBB56_11
movq %rcx, %r14
cmpq %rcx, %r8
je .LBB56_19
jmp .LBB56_13
.LBB56_6:
movq -48(%rsp), %rcx
.LBB56_7:
movdqu -16(%rdx,%rax,2), %xmm0
movups (%rdx,%rax,2), %xmm1
movdqu %xmm0, -16(%r13,%rax,2)
movups %xmm1, (%r13,%rax,2)
addq $16, %rax
cmpq %rax, %rcx
jne .LBB56_7
cmpq %rcx, %r8
je .LBB56_19
movq -48(%rsp), %r14
movq %r14, %rax
testb $8, %r8b
jne .LBB56_10
.LBB56_13:
movq %r14, %rbx
cmpq $0, -40(%rsp)
je .LBB56_16
movq %rsi, %rax
imulq %r14, %rax
addq %r15, %rax
movq -40(%rsp), %rcx
movq %r14, %rbx
.LBB56_15:
pinsrw $0, (%rax), %xmm0
pextrw $0, %xmm0, %r9d
movw %r9w, (%rdi,%rbx,2)
incq %rbx
addq %rsi, %rax
decq %rcx
jne .LBB56_15
.LBB56_16:
subq %r8, %r14
cmpq $-4, %r14
ja .LBB56_19
movq %rsi, %r14
imulq %rbx, %r14
leaq 3(%rbx), %rax
imulq %rsi, %rax
leaq 2(%rbx), %rcx
imulq %rsi, %rcx
leaq 1(%rbx), %r9
imulq %rsi, %r9
movq %r15, %r11
.LBB56_18:
pinsrw $0, (%r11,%r14), %xmm0
pextrw $0, %xmm0, %r10d
movw %r10w, (%rdi,%rbx,2)
pinsrw $0, (%r11,%r9), %xmm0
pextrw $0, %xmm0, %r10d
movw %r10w, 2(%rdi,%rbx,2)
pinsrw $0, (%r11,%rcx), %xmm0
pextrw $0, %xmm0, %r10d
movw %r10w, 4(%rdi,%rbx,2)
pinsrw $0, (%r11,%rax), %xmm0
pextrw $0, %xmm0, %r10d
movw %r10w, 6(%rdi,%rbx,2)
addq $4, %rbx
addq %r12, %r11
cmpq %rbx, %r8
jne .LBB56_18
jmp .LBB56_19
.LBB56_20:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_f16
.type _mlir_ciface_copy2_strided_f16,@function
_mlir_ciface_copy2_strided_f16:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -32(%rsp)
testq %rax, %rax
jle .LBB57_20
movq 32(%rdi), %rcx
movq 40(%rdi), %r8
movq 48(%rdi), %r11
movq 8(%rsi), %r9
movq 40(%rsi), %r14
movq 8(%rdi), %r10
movq 16(%rdi), %r12
leaq (%r10,%r12,2), %rbx
movq -32(%rsp), %rax
decq %rax
movq %r14, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,2), %rdx
imulq %r8, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r10,%rax,2), %rax
cmpq $8, %rcx
setae %sil
cmpq $1, %r11
sete %dil
andb %sil, %dil
cmpq %rax, %r9
setb %al
cmpq %rdx, %rbx
setb %dl
andb %al, %dl
movq %r8, %rax
orq %r14, %rax
shrq $62, %rax
andl $1, %eax
orb %dl, %al
movabsq $9223372036854775792, %rdx
movq %rcx, %rsi
andq %rdx, %rsi
movq %rsi, -48(%rsp)
orq $8, %rdx
andq %rcx, %rdx
movq %rdx, -24(%rsp)
movl %ecx, %edx
andl $3, %edx
movq %rdx, -40(%rsp)
leaq 16(%r9), %r15
addq %r14, %r14
movq %r14, -16(%rsp)
leaq (%r10,%r12,2), %r12
addq $16, %r12
addq %r8, %r8
movq %r8, -8(%rsp)
movq %r11, %r14
leaq (%r11,%r11), %r13
shlq $3, %r14
notb %dil
orb %al, %dil
movb %dil, -49(%rsp)
xorl %ebp, %ebp
jmp .LBB57_2
.LBB57_19:
incq %rbp
movq -16(%rsp), %rdx
addq %rdx, %r15
movq -8(%rsp), %rax
addq %rax, %r12
addq %rdx, %r9
addq %rax, %rbx
cmpq -32(%rsp), %rbp
je .LBB57_20
.LBB57_2:
testq %rcx, %rcx
jle .LBB57_19
testb $1, -49(%rsp)
je .LBB57_5
xorl %r11d, %r11d
jmp .LBB57_13
.LBB57_5:
xorl %eax, %eax
cmpq $16, %rcx
jae .LBB57_6
.LBB57_10:
movq -24(%rsp), %rdx
.LBB57_11:
movdqu (%rbx,%rax,2), %xmm0
movdqu %xmm0, (%r9,%rax,2)
addq $8, %rax
cmpq %rax, %rdx
jne .LBB57_11
movq %rdx, %r11
cmpq %rdx, %rcx
je .LBB57_19
jmp .LBB57_13
.LBB57_6:
movq -48(%rsp), %rdx
.LBB57_7:
movdqu -16(%r12,%rax,2), %xmm0
movups (%r12,%rax,2), %xmm1
movdqu %xmm0, -16(%r15,%rax,2)
movups %xmm1, (%r15,%rax,2)
addq $16, %rax
cmpq %rax, %rdx
jne .LBB57_7
cmpq %rdx, %rcx
je .LBB57_19
movq -48(%rsp), %r11
movq %r11, %rax
testb $8, %cl
jne .LBB57_10
.LBB57_13:
movq %r11, %r10
cmpq $0, -40(%rsp)
je .LBB57_16
movq %r13, %rax
imulq %r11, %rax
addq %rbx, %rax
movq -40(%rsp), %rdx
movq %r11, %r10
.LBB57_15:
pinsrw $0, (%rax), %xmm0
pextrw $0, %xmm0, %esi
movw %si, (%r9,%r10,2)
incq %r10
addq %r13, %rax
decq %rdx
jne .LBB57_15
.LBB57_16:
subq %rcx, %r11
cmpq $-4, %r11
ja .LBB57_19
movq %r13, %r11
imulq %r10, %r11
leaq 3(%r10), %rax
imulq %r13, %rax
leaq 2(%r10), %rdx
imulq %r13, %rdx
leaq 1(%r10), %rsi
imulq %r13, %rsi
movq %rbx, %rdi
.LBB57_18:
pinsrw $0, (%rdi,%r11), %xmm0
pextrw $0, %xmm0, %r8d
movw %r8w, (%r9,%r10,2)
pinsrw $0, (%rdi,%rsi), %xmm0
pextrw $0, %xmm0, %r8d
movw %r8w, 2(%r9,%r10,2)
pinsrw $0, (%rdi,%rdx), %xmm0
pextrw $0, %xmm0, %r8d
movw %r8w, 4(%r9,%r10,2)
pinsrw $0, (%rdi,%rax), %xmm0
pextrw $0, %xmm0, %r8d
movw %r8w, 6(%r9,%r10,2)
addq $4, %r10
addq %r14, %rdi
cmpq %r10, %rcx
jne .LBB57_18
jmp .LBB57_19
.LBB57_20:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_bf16
.type copy2_identity_bf16,@function
copy2_identity_bf16:
testq %rcx, %rcx
jle .LBB58_10
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
movl %r8d, %edi
andl $3, %edi
movabsq $9223372036854775804, %r10
andq %r8, %r10
leaq 6(%rsi), %r11
addq %r9, %r9
leaq 6(%rdx), %rbx
addq %rax, %rax
xorl %r14d, %r14d
jmp .LBB58_2
.LBB58_8:
incq %r14
addq %r9, %r11
addq %rax, %rbx
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r14
je .LBB58_9
.LBB58_2:
testq %r8, %r8
jle .LBB58_8
xorl %r15d, %r15d
cmpq $4, %r8
jb .LBB58_6
.LBB58_4:
movzwl -6(%r11,%r15,2), %ebp
movw %bp, -6(%rbx,%r15,2)
movzwl -4(%r11,%r15,2), %ebp
movw %bp, -4(%rbx,%r15,2)
movzwl -2(%r11,%r15,2), %ebp
movw %bp, -2(%rbx,%r15,2)
movzwl (%r11,%r15,2), %ebp
movw %bp, (%rbx,%r15,2)
addq $4, %r15
cmpq %r15, %r10
jne .LBB58_4
testq %rdi, %rdi
je .LBB58_8
.LBB58_6:
leaq (%rdx,%r15,2), %r12
leaq (%rsi,%r15,2), %r15
xorl %r13d, %r13d
.LBB58_7:
movzwl (%r15,%r13,2), %ebp
movw %bp, (%r12,%r13,2)
incq %r13
cmpq %r13, %rdi
jne .LBB58_7
jmp .LBB58_8
.LBB58_9:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB58_10:
retq
.globl _mlir_ciface_copy2_identity_bf16
.type _mlir_ciface_copy2_identity_bf16,@function
_mlir_ciface_copy2_identity_bf16:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB59_10
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
movl %edx, %r9d
andl $3, %r9d
movabsq $9223372036854775804, %r10
andq %rdx, %r10
leaq 6(%rcx), %r11
addq %rdi, %rdi
leaq 6(%r8), %rbx
addq %rsi, %rsi
xorl %r14d, %r14d
jmp .LBB59_2
.LBB59_8:
incq %r14
addq %rdi, %r11
addq %rsi, %rbx
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r14
je .LBB59_9
.LBB59_2:
testq %rdx, %rdx
jle .LBB59_8
xorl %r15d, %r15d
cmpq $4, %rdx
jb .LBB59_6
.LBB59_4:
movzwl -6(%r11,%r15,2), %ebp
movw %bp, -6(%rbx,%r15,2)
movzwl -4(%r11,%r15,2), %ebp
movw %bp, -4(%rbx,%r15,2)
movzwl -2(%r11,%r15,2), %ebp
movw %bp, -2(%rbx,%r15,2)
movzwl (%r11,%r15,2), %ebp
movw %bp, (%rbx,%r15,2)
addq $4, %r15
cmpq %r15, %r10
jne .LBB59_4
testq %r9, %r9
je .LBB59_8
.LBB59_6:
leaq (%r8,%r15,2), %r12
leaq (%rcx,%r15,2), %r15
xorl %r13d, %r13d
.LBB59_7:
movzwl (%r15,%r13,2), %ebp
movw %bp, (%r12,%r13,2)
incq %r13
cmpq %r13, %r9
jne .LBB59_7
jmp .LBB59_8
.LBB59_9:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB59_10:
retq
.globl copy2_strided_bf16
.type copy2_strided_bf16,@function
copy2_strided_bf16:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %r9, -24(%rsp)
movq %r8, -16(%rsp)
movq %rcx, -8(%rsp)
testq %rcx, %rcx
jle .LBB60_11
movq 104(%rsp), %r8
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
leaq (%rsi,%rdx,2), %rdx
movq -16(%rsp), %rax
movl %eax, %esi
andl $3, %esi
movabsq $9223372036854775804, %r11
andq %rax, %r11
leaq (%r10,%r10), %rbx
leaq (%rbx,%rbx,2), %r14
movq -24(%rsp), %rax
addq %rax, %rax
movq %rax, -24(%rsp)
leaq (,%r10,8), %r15
leaq 6(%rdi), %r12
addq %r8, %r8
xorl %r13d, %r13d
jmp .LBB60_2
.LBB60_10:
incq %r13
addq -24(%rsp), %rdx
addq %r8, %r12
addq %r8, %rdi
cmpq -8(%rsp), %r13
je .LBB60_11
.LBB60_2:
cmpq $0, -16(%rsp)
jle .LBB60_10
cmpq $4, -16(%rsp)
jae .LBB60_5
xorl %ebp, %ebp
jmp .LBB60_8
.LBB60_5:
movq %rdx, %rax
xorl %ebp, %ebp
.LBB60_6:
movzwl (%rax), %r9d
movw %r9w, -6(%r12,%rbp,2)
movzwl (%rax,%r10,2), %r9d
movw %r9w, -4(%r12,%rbp,2)
movzwl (%rax,%r10,4), %r9d
movw %r9w, -2(%r12,%rbp,2)
movzwl (%rax,%r14), %r9d
movw %r9w, (%r12,%rbp,2)
addq $4, %rbp
addq %r15, %rax
cmpq %rbp, %r11
jne .LBB60_6
testq %rsi, %rsi
je .LBB60_10
.LBB60_8:
leaq (%rdi,%rbp,2), %rax
imulq %rbx, %rbp
addq %rdx, %rbp
xorl %r9d, %r9d
.LBB60_9:
movzwl (%rbp), %ecx
movw %cx, (%rax,%r9,2)
incq %r9
addq %rbx, %rbp
cmpq %r9, %rsi
jne .LBB60_9
jmp .LBB60_10
.LBB60_11:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_bf16
.type _mlir_ciface_copy2_strided_bf16,@function
_mlir_ciface_copy2_strided_bf16:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -8(%rsp)
testq %rax, %rax
jle .LBB61_11
movq 32(%rdi), %rax
movq 40(%rdi), %rcx
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 16(%rdi), %r10
addq %r10, %r10
addq 8(%rdi), %r10
movq 40(%rsi), %rsi
movl %eax, %edi
andl $3, %edi
movabsq $9223372036854775804, %r11
movq %rax, -24(%rsp)
andq %rax, %r11
leaq (%r8,%r8), %rbx
leaq (%rbx,%rbx,2), %r14
addq %rcx, %rcx
movq %rcx, -16(%rsp)
leaq (,%r8,8), %r15
leaq 6(%r9), %r12
addq %rsi, %rsi
xorl %r13d, %r13d
jmp .LBB61_2
.LBB61_10:
incq %r13
addq -16(%rsp), %r10
addq %rsi, %r12
addq %rsi, %r9
cmpq -8(%rsp), %r13
je .LBB61_11
.LBB61_2:
cmpq $0, -24(%rsp)
jle .LBB61_10
cmpq $4, -24(%rsp)
jae .LBB61_5
xorl %ebp, %ebp
jmp .LBB61_8
.LBB61_5:
movq %r10, %rax
xorl %ebp, %ebp
.LBB61_6:
movzwl (%rax), %edx
movw %dx, -6(%r12,%rbp,2)
movzwl (%rax,%r8,2), %edx
movw %dx, -4(%r12,%rbp,2)
movzwl (%rax,%r8,4), %edx
movw %dx, -2(%r12,%rbp,2)
movzwl (%rax,%r14), %edx
movw %dx, (%r12,%rbp,2)
addq $4, %rbp
addq %r15, %rax
cmpq %rbp, %r11
jne .LBB61_6
testq %rdi, %rdi
je .LBB61_10
.LBB61_8:
leaq (%r9,%rbp,2), %rax
imulq %rbx, %rbp
addq %r10, %rbp
xorl %edx, %edx
.LBB61_9:
movzwl (%rbp), %ecx
movw %cx, (%rax,%rdx,2)
incq %rdx
addq %rbx, %rbp
cmpq %rdx, %rdi
jne .LBB61_9
jmp .LBB61_10
.LBB61_11:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_f32
.type copy2_identity_f32,@function
copy2_identity_f32:
testq %rcx, %rcx
jle .LBB62_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,4), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,4), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $61, %rdi
andl $1, %edi
orb %r10b, %dil
movabsq $9223372036854775800, %r10
andq %r8, %r10
movl %r8d, %r11d
andl $3, %r11d
leaq 16(%rdx), %rbx
shlq $2, %rax
leaq 16(%rsi), %r14
shlq $2, %r9
xorl %r15d, %r15d
jmp .LBB62_2
.LBB62_13:
incq %r15
addq %rax, %rbx
addq %r9, %r14
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r15
je .LBB62_14
.LBB62_2:
testq %r8, %r8
jle .LBB62_13
cmpq $8, %r8
setb %bpl
orb %dil, %bpl
testb $1, %bpl
je .LBB62_5
xorl %r13d, %r13d
jmp .LBB62_8
.LBB62_5:
xorl %r12d, %r12d
.LBB62_6:
movups -16(%r14,%r12,4), %xmm0
movups (%r14,%r12,4), %xmm1
movups %xmm0, -16(%rbx,%r12,4)
movups %xmm1, (%rbx,%r12,4)
addq $8, %r12
cmpq %r12, %r10
jne .LBB62_6
movq %r10, %r13
cmpq %r10, %r8
je .LBB62_13
.LBB62_8:
movq %r13, %r12
testq %r11, %r11
je .LBB62_11
movq %r11, %rbp
movq %r13, %r12
.LBB62_10:
movss (%rsi,%r12,4), %xmm0
movss %xmm0, (%rdx,%r12,4)
incq %r12
decq %rbp
jne .LBB62_10
.LBB62_11:
subq %r8, %r13
cmpq $-4, %r13
ja .LBB62_13
.LBB62_12:
movss (%rsi,%r12,4), %xmm0
movss %xmm0, (%rdx,%r12,4)
movss 4(%rsi,%r12,4), %xmm0
movss %xmm0, 4(%rdx,%r12,4)
movss 8(%rsi,%r12,4), %xmm0
movss %xmm0, 8(%rdx,%r12,4)
movss 12(%rsi,%r12,4), %xmm0
movss %xmm0, 12(%rdx,%r12,4)
addq $4, %r12
cmpq %r12, %r8
jne .LBB62_12
jmp .LBB62_13
.LBB62_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB62_15:
retq
.globl _mlir_ciface_copy2_identity_f32
.type _mlir_ciface_copy2_identity_f32,@function
_mlir_ciface_copy2_identity_f32:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB63_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,4), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,4), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $61, %r9
andl $1, %r9d
orb %r10b, %r9b
movabsq $9223372036854775800, %r10
andq %rdx, %r10
movl %edx, %r11d
andl $3, %r11d
leaq 16(%r8), %rbx
shlq $2, %rsi
leaq 16(%rcx), %r14
shlq $2, %rdi
xorl %r15d, %r15d
jmp .LBB63_2
.LBB63_13:
incq %r15
addq %rsi, %rbx
addq %rdi, %r14
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r15
je .LBB63_14
.LBB63_2:
testq %rdx, %rdx
jle .LBB63_13
cmpq $8, %rdx
setb %bpl
orb %r9b, %bpl
testb $1, %bpl
je .LBB63_5
xorl %r13d, %r13d
jmp .LBB63_8
.LBB63_5:
xorl %r12d, %r12d
.LBB63_6:
movups -16(%r14,%r12,4), %xmm0
movups (%r14,%r12,4), %xmm1
movups %xmm0, -16(%rbx,%r12,4)
movups %xmm1, (%rbx,%r12,4)
addq $8, %r12
cmpq %r12, %r10
jne .LBB63_6
movq %r10, %r13
cmpq %r10, %rdx
je .LBB63_13
.LBB63_8:
movq %r13, %r12
testq %r11, %r11
je .LBB63_11
movq %r11, %rbp
movq %r13, %r12
.LBB63_10:
movss (%rcx,%r12,4), %xmm0
movss %xmm0, (%r8,%r12,4)
incq %r12
decq %rbp
jne .LBB63_10
.LBB63_11:
subq %rdx, %r13
cmpq $-4, %r13
ja .LBB63_13
.LBB63_12:
movss (%rcx,%r12,4), %xmm0
movss %xmm0, (%r8,%r12,4)
movss 4(%rcx,%r12,4), %xmm0
movss %xmm0, 4(%r8,%r12,4)
movss 8(%rcx,%r12,4), %xmm0
movss %xmm0, 8(%r8,%r12,4)
movss 12(%rcx,%r12,4), %xmm0
movss %xmm0, 12(%r8,%r12,4)
addq $4, %r12
cmpq %r12, %rdx
jne .LBB63_12
jmp .LBB63_13
.LBB63_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB63_15:
retq
.globl copy2_static_f32
.type copy2_static_f32,@function
copy2_static_f32:
movq 56(%rsp), %rax
movq 24(%rsp), %rcx
movss (%rsi), %xmm0
movss %xmm0, (%rcx)
movss 4(%rsi), %xmm0
movss %xmm0, 4(%rcx)
movss 8(%rsi), %xmm0
movss %xmm0, 8(%rcx)
movss 12(%rsi), %xmm0
movss %xmm0, (%rcx,%rax,4)
movss 16(%rsi), %xmm0
movss %xmm0, 4(%rcx,%rax,4)
movss 20(%rsi), %xmm0
movss %xmm0, 8(%rcx,%rax,4)
retq
.globl _mlir_ciface_copy2_static_f32
.type _mlir_ciface_copy2_static_f32,@function
_mlir_ciface_copy2_static_f32:
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movq 40(%rsi), %rdx
movss (%rax), %xmm0
movss %xmm0, (%rcx)
movss 4(%rax), %xmm0
movss %xmm0, 4(%rcx)
movss 8(%rax), %xmm0
movss %xmm0, 8(%rcx)
movss 12(%rax), %xmm0
movss %xmm0, (%rcx,%rdx,4)
movss 16(%rax), %xmm0
movss %xmm0, 4(%rcx,%rdx,4)
movss 20(%rax), %xmm0
movss %xmm0, 8(%rcx,%rdx,4)
retq
.globl copy2_strided_f32
.type copy2_strided_f32,@function
copy2_strided_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB66_15
movq %r9, %r15
movq 104(%rsp), %r13
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
leaq (%rsi,%rdx,4), %r9
movq -24(%rsp), %rax
decq %rax
movq %r13, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,4), %rcx
imulq %r15, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,4), %rax
cmpq $12, %r8
setae %r11b
cmpq $1, %r10
sete %bpl
andb %r11b, %bpl
cmpq %rax, %rdi
setb %al
cmpq %rcx, %r9
setb %cl
andb %al, %cl
movq %r15, %rbx
orq %r13, %rbx
shrq $61, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775800, %r14
andq %r8, %r14
movl %r8d, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%rdi), %r12
shlq $2, %r13
movq %r13, -16(%rsp)
leaq (%rsi,%rdx,4), %rdx
addq $16, %rdx
shlq $2, %r15
movq %r15, -8(%rsp)
leaq (,%r10,4), %rsi
shlq $4, %r10
xorl %r13d, %r13d
notb %bpl
orb %bl, %bpl
movb %bpl, -33(%rsp)
jmp .LBB66_2
.LBB66_14:
incq %r13
movq -16(%rsp), %rcx
addq %rcx, %r12
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, %r9
cmpq -24(%rsp), %r13
je .LBB66_15
.LBB66_2:
testq %r8, %r8
jle .LBB66_14
testb $1, -33(%rsp)
je .LBB66_5
xorl %ebx, %ebx
jmp .LBB66_8
.LBB66_5:
xorl %eax, %eax
.LBB66_6:
movups -16(%rdx,%rax,4), %xmm0
movups (%rdx,%rax,4), %xmm1
movups %xmm0, -16(%r12,%rax,4)
movups %xmm1, (%r12,%rax,4)
addq $8, %rax
cmpq %rax, %r14
jne .LBB66_6
movq %r14, %rbx
cmpq %r14, %r8
je .LBB66_14
.LBB66_8:
movq %rbx, %rbp
cmpq $0, -32(%rsp)
je .LBB66_11
movq %rsi, %rax
imulq %rbx, %rax
addq %r9, %rax
movq -32(%rsp), %rcx
movq %rbx, %rbp
.LBB66_10:
movss (%rax), %xmm0
movss %xmm0, (%rdi,%rbp,4)
incq %rbp
addq %rsi, %rax
decq %rcx
jne .LBB66_10
.LBB66_11:
subq %r8, %rbx
cmpq $-4, %rbx
ja .LBB66_14
movq %rsi, %rbx
imulq %rbp, %rbx
leaq 3(%rbp), %r15
imulq %rsi, %r15
leaq 2(%rbp), %rax
imulq %rsi, %rax
leaq 1(%rbp), %rcx
imulq %rsi, %rcx
movq %r9, %r11
.LBB66_13:
movss (%r11,%rbx), %xmm0
movss %xmm0, (%rdi,%rbp,4)
movss (%r11,%rcx), %xmm0
movss %xmm0, 4(%rdi,%rbp,4)
movss (%r11,%rax), %xmm0
movss %xmm0, 8(%rdi,%rbp,4)
movss (%r11,%r15), %xmm0
movss %xmm0, 12(%rdi,%rbp,4)
addq $4, %rbp
addq %r10, %r11
cmpq %rbp, %r8
jne .LBB66_13
jmp .LBB66_14
.LBB66_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_f32
.type _mlir_ciface_copy2_strided_f32,@function
_mlir_ciface_copy2_strided_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -24(%rsp)
testq %rax, %rax
jle .LBB67_15
movq 32(%rdi), %rcx
movq 40(%rdi), %rbx
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 40(%rsi), %r13
movq 8(%rdi), %r15
movq 16(%rdi), %r12
leaq (%r15,%r12,4), %rsi
movq -24(%rsp), %rax
decq %rax
movq %r13, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,4), %rdx
imulq %rbx, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r15,%rax,4), %rax
cmpq $12, %rcx
setae %dil
cmpq $1, %r8
sete %bpl
andb %dil, %bpl
cmpq %rax, %r9
setb %al
cmpq %rdx, %rsi
setb %dl
andb %al, %dl
movq %rbx, %r10
orq %r13, %r10
shrq $61, %r10
andl $1, %r10d
orb %dl, %r10b
movabsq $9223372036854775800, %r11
andq %rcx, %r11
movl %ecx, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%r9), %r14
shlq $2, %r13
movq %r13, -16(%rsp)
leaq (%r15,%r12,4), %r15
addq $16, %r15
shlq $2, %rbx
movq %rbx, -8(%rsp)
leaq (,%r8,4), %r12
shlq $4, %r8
xorl %r13d, %r13d
notb %bpl
orb %r10b, %bpl
movb %bpl, -33(%rsp)
jmp .LBB67_2
.LBB67_14:
incq %r13
movq -16(%rsp), %rdx
addq %rdx, %r14
movq -8(%rsp), %rax
addq %rax, %r15
addq %rdx, %r9
addq %rax, %rsi
cmpq -24(%rsp), %r13
je .LBB67_15
.LBB67_2:
testq %rcx, %rcx
jle .LBB67_14
testb $1, -33(%rsp)
je .LBB67_5
xorl %r10d, %r10d
jmp .LBB67_8
.LBB67_5:
xorl %eax, %eax
.LBB67_6:
movups -16(%r15,%rax,4), %xmm0
movups (%r15,%rax,4), %xmm1
movups %xmm0, -16(%r14,%rax,4)
movups %xmm1, (%r14,%rax,4)
addq $8, %rax
cmpq %rax, %r11
jne .LBB67_6
movq %r11, %r10
cmpq %r11, %rcx
je .LBB67_14
.LBB67_8:
movq %r10, %rbp
cmpq $0, -32(%rsp)
je .LBB67_11
movq %r12, %rax
imulq %r10, %rax
addq %rsi, %rax
movq -32(%rsp), %rdx
movq %r10, %rbp
.LBB67_10:
movss (%rax), %xmm0
movss %xmm0, (%r9,%rbp,4)
incq %rbp
addq %r12, %rax
decq %rdx
jne .LBB67_10
.LBB67_11:
subq %rcx, %r10
cmpq $-4, %r10
ja .LBB67_14
movq %r12, %r10
imulq %rbp, %r10
leaq 3(%rbp), %rbx
imulq %r12, %rbx
leaq 2(%rbp), %rax
imulq %r12, %rax
leaq 1(%rbp), %rdx
imulq %r12, %rdx
movq %rsi, %rdi
.LBB67_13:
movss (%rdi,%r10), %xmm0
movss %xmm0, (%r9,%rbp,4)
movss (%rdi,%rdx), %xmm0
movss %xmm0, 4(%r9,%rbp,4)
movss (%rdi,%rax), %xmm0
movss %xmm0, 8(%r9,%rbp,4)
movss (%rdi,%rbx), %xmm0
movss %xmm0, 12(%r9,%rbp,4)
addq $4, %rbp
addq %r8, %rdi
cmpq %rbp, %rcx
jne .LBB67_13
jmp .LBB67_14
.LBB67_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_fixed_f32
.type copy2_fixed_f32,@function
copy2_fixed_f32:
movq 56(%rsp), %rax
movq 24(%rsp), %rcx
movss 20(%rsi), %xmm0
movss %xmm0, (%rcx)
movss 40(%rsi), %xmm0
movss %xmm0, 4(%rcx)
movss 60(%rsi), %xmm0
movss %xmm0, 8(%rcx)
movss 28(%rsi), %xmm0
movss %xmm0, (%rcx,%rax,4)
movss 48(%rsi), %xmm0
movss %xmm0, 4(%rcx,%rax,4)
movss 68(%rsi), %xmm0
movss %xmm0, 8(%rcx,%rax,4)
retq
.globl _mlir_ciface_copy2_fixed_f32
.type _mlir_ciface_copy2_fixed_f32,@function
_mlir_ciface_copy2_fixed_f32:
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movq 40(%rsi), %rdx
movss 20(%rax), %xmm0
movss %xmm0, (%rcx)
movss 40(%rax), %xmm0
movss %xmm0, 4(%rcx)
movss 60(%rax), %xmm0
movss %xmm0, 8(%rcx)
movss 28(%rax), %xmm0
movss %xmm0, (%rcx,%rdx,4)
movss 48(%rax), %xmm0
movss %xmm0, 4(%rcx,%rdx,4)
movss 68(%rax), %xmm0
movss %xmm0, 8(%rcx,%rdx,4)
retq
.globl copy2_mixed_f32
.type copy2_mixed_f32,@function
copy2_mixed_f32:
testq %rcx, %rcx
jle .LBB70_8
pushq %r15
pushq %r14
pushq %rbx
movq 80(%rsp), %rax
movq 48(%rsp), %rdi
cmpq $1, %rcx
jne .LBB70_3
xorl %r8d, %r8d
jmp .LBB70_6
.LBB70_3:
movabsq $9223372036854775806, %r10
andq %rcx, %r10
leaq (%rsi,%rdx,4), %r11
addq $8, %r11
leaq (,%r9,8), %rbx
leaq 8(%rdi), %r14
leaq (,%rax,8), %r15
xorl %r8d, %r8d
.LBB70_4:
movss -8(%r11), %xmm0
movss %xmm0, -8(%r14)
movss -4(%r11), %xmm0
movss %xmm0, -4(%r14)
movss (%r11), %xmm0
movss %xmm0, (%r14)
movss -8(%r11,%r9,4), %xmm0
movss %xmm0, -8(%r14,%rax,4)
movss -4(%r11,%r9,4), %xmm0
movss %xmm0, -4(%r14,%rax,4)
movss (%r11,%r9,4), %xmm0
movss %xmm0, (%r14,%rax,4)
addq $2, %r8
addq %rbx, %r11
addq %r15, %r14
cmpq %r8, %r10
jne .LBB70_4
testb $1, %cl
je .LBB70_7
.LBB70_6:
leaq (%rsi,%rdx,4), %rcx
imulq %r8, %r9
imulq %r8, %rax
movss (%rcx,%r9,4), %xmm0
movss %xmm0, (%rdi,%rax,4)
movss 4(%rcx,%r9,4), %xmm0
movss %xmm0, 4(%rdi,%rax,4)
movss 8(%rcx,%r9,4), %xmm0
movss %xmm0, 8(%rdi,%rax,4)
.LBB70_7:
popq %rbx
popq %r14
popq %r15
.LBB70_8:
retq
.globl _mlir_ciface_copy2_mixed_f32
.type _mlir_ciface_copy2_mixed_f32,@function
_mlir_ciface_copy2_mixed_f32:
movq 24(%rdi), %r8
testq %r8, %r8
jle .LBB71_8
pushq %r15
pushq %r14
pushq %rbx
movq 40(%rdi), %rcx
movq 8(%rsi), %rax
movq 40(%rsi), %rdx
movq 8(%rdi), %rsi
movq 16(%rdi), %rdi
cmpq $1, %r8
jne .LBB71_3
xorl %r9d, %r9d
jmp .LBB71_6
.LBB71_3:
movabsq $9223372036854775806, %r10
andq %r8, %r10
leaq (%rsi,%rdi,4), %r11
addq $8, %r11
leaq (,%rcx,8), %rbx
leaq 8(%rax), %r14
leaq (,%rdx,8), %r15
xorl %r9d, %r9d
.LBB71_4:
movss -8(%r11), %xmm0
movss %xmm0, -8(%r14)
movss -4(%r11), %xmm0
movss %xmm0, -4(%r14)
movss (%r11), %xmm0
movss %xmm0, (%r14)
movss -8(%r11,%rcx,4), %xmm0
movss %xmm0, -8(%r14,%rdx,4)
movss -4(%r11,%rcx,4), %xmm0
movss %xmm0, -4(%r14,%rdx,4)
movss (%r11,%rcx,4), %xmm0
movss %xmm0, (%r14,%rdx,4)
addq $2, %r9
addq %rbx, %r11
addq %r15, %r14
cmpq %r9, %r10
jne .LBB71_4
testb $1, %r8b
je .LBB71_7
.LBB71_6:
leaq (%rsi,%rdi,4), %rsi
imulq %r9, %rcx
imulq %r9, %rdx
movss (%rsi,%rcx,4), %xmm0
movss %xmm0, (%rax,%rdx,4)
movss 4(%rsi,%rcx,4), %xmm0
movss %xmm0, 4(%rax,%rdx,4)
movss 8(%rsi,%rcx,4), %xmm0
movss %xmm0, 8(%rax,%rdx,4)
.LBB71_7:
popq %rbx
popq %r14
popq %r15
.LBB71_8:
retq
.globl copy2_identity_f64
.type copy2_identity_f64,@function
copy2_identity_f64:
testq %rcx, %rcx
jle .LBB72_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,8), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,8), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $60, %rdi
andl $1, %edi
orb %r10b, %dil
movabsq $9223372036854775804, %r10
andq %r8, %r10
movl %r8d, %r11d
andl $3, %r11d
leaq 16(%rdx), %rbx
shlq $3, %rax
leaq 16(%rsi), %r14
shlq $3, %r9
xorl %r15d, %r15d
jmp .LBB72_2
.LBB72_13:
incq %r15
addq %rax, %rbx
addq %r9, %r14
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r15
je .LBB72_14
.LBB72_2:
testq %r8, %r8
jle .LBB72_13
cmpq $8, %r8
setb %bpl
orb %dil, %bpl
testb $1, %bpl
je .LBB72_5
xorl %r13d, %r13d
jmp .LBB72_8
.LBB72_5:
xorl %r12d, %r12d
.LBB72_6:
movups -16(%r14,%r12,8), %xmm0
movups (%r14,%r12,8), %xmm1
movups %xmm0, -16(%rbx,%r12,8)
movups %xmm1, (%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB72_6
movq %r10, %r13
cmpq %r10, %r8
je .LBB72_13
.LBB72_8:
movq %r13, %r12
testq %r11, %r11
je .LBB72_11
movq %r11, %rbp
movq %r13, %r12
.LBB72_10:
movsd (%rsi,%r12,8), %xmm0
movsd %xmm0, (%rdx,%r12,8)
incq %r12
decq %rbp
jne .LBB72_10
.LBB72_11:
subq %r8, %r13
cmpq $-4, %r13
ja .LBB72_13
.LBB72_12:
movsd (%rsi,%r12,8), %xmm0
movsd %xmm0, -16(%rbx,%r12,8)
movsd 8(%rsi,%r12,8), %xmm0
movsd %xmm0, -8(%rbx,%r12,8)
movsd 16(%rsi,%r12,8), %xmm0
movsd %xmm0, (%rbx,%r12,8)
movsd 24(%rsi,%r12,8), %xmm0
movsd %xmm0, 8(%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r8
jne .LBB72_12
jmp .LBB72_13
.LBB72_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB72_15:
retq
.globl _mlir_ciface_copy2_identity_f64
.type _mlir_ciface_copy2_identity_f64,@function
_mlir_ciface_copy2_identity_f64:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB73_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,8), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,8), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $60, %r9
andl $1, %r9d
orb %r10b, %r9b
movabsq $9223372036854775804, %r10
andq %rdx, %r10
movl %edx, %r11d
andl $3, %r11d
leaq 16(%r8), %rbx
shlq $3, %rsi
leaq 16(%rcx), %r14
shlq $3, %rdi
xorl %r15d, %r15d
jmp .LBB73_2
.LBB73_13:
incq %r15
addq %rsi, %rbx
addq %rdi, %r14
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r15
je .LBB73_14
.LBB73_2:
testq %rdx, %rdx
jle .LBB73_13
cmpq $8, %rdx
setb %bpl
orb %r9b, %bpl
testb $1, %bpl
je .LBB73_5
xorl %r13d, %r13d
jmp .LBB73_8
.LBB73_5:
xorl %r12d, %r12d
.LBB73_6:
movups -16(%r14,%r12,8), %xmm0
movups (%r14,%r12,8), %xmm1
movups %xmm0, -16(%rbx,%r12,8)
movups %xmm1, (%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB73_6
movq %r10, %r13
cmpq %r10, %rdx
je .LBB73_13
.LBB73_8:
movq %r13, %r12
testq %r11, %r11
je .LBB73_11
movq %r11, %rbp
movq %r13, %r12
.LBB73_10:
movsd (%rcx,%r12,8), %xmm0
movsd %xmm0, (%r8,%r12,8)
incq %r12
decq %rbp
jne .LBB73_10
.LBB73_11:
subq %rdx, %r13
cmpq $-4, %r13
ja .LBB73_13
.LBB73_12:
movsd (%rcx,%r12,8), %xmm0
movsd %xmm0, -16(%rbx,%r12,8)
movsd 8(%rcx,%r12,8), %xmm0
movsd %xmm0, -8(%rbx,%r12,8)
movsd 16(%rcx,%r12,8), %xmm0
movsd %xmm0, (%rbx,%r12,8)
movsd 24(%rcx,%r12,8), %xmm0
movsd %xmm0, 8(%rbx,%r12,8)
addq $4, %r12
cmpq %r12, %rdx
jne .LBB73_12
jmp .LBB73_13
.LBB73_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB73_15:
retq
.globl copy2_strided_f64
.type copy2_strided_f64,@function
copy2_strided_f64:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB74_15
movq %r9, %r15
movq 104(%rsp), %r13
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
leaq (%rsi,%rdx,8), %r9
movq -24(%rsp), %rax
decq %rax
movq %r13, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,8), %rcx
imulq %r15, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,8), %rax
cmpq $10, %r8
setae %r11b
cmpq $1, %r10
sete %bpl
andb %r11b, %bpl
cmpq %rax, %rdi
setb %al
cmpq %rcx, %r9
setb %cl
andb %al, %cl
movq %r15, %rbx
orq %r13, %rbx
shrq $60, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775804, %r14
andq %r8, %r14
movl %r8d, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%rdi), %r12
shlq $3, %r13
movq %r13, -16(%rsp)
leaq (%rsi,%rdx,8), %rdx
addq $16, %rdx
shlq $3, %r15
movq %r15, -8(%rsp)
leaq (,%r10,8), %rsi
shlq $5, %r10
xorl %r13d, %r13d
notb %bpl
orb %bl, %bpl
movb %bpl, -33(%rsp)
jmp .LBB74_2
.LBB74_14:
incq %r13
movq -16(%rsp), %rcx
addq %rcx, %r12
movq -8(%rsp), %rax
addq %rax, %rdx
addq %rcx, %rdi
addq %rax, %r9
cmpq -24(%rsp), %r13
je .LBB74_15
.LBB74_2:
testq %r8, %r8
jle .LBB74_14
testb $1, -33(%rsp)
je .LBB74_5
xorl %ebx, %ebx
jmp .LBB74_8
.LBB74_5:
xorl %eax, %eax
.LBB74_6:
movups -16(%rdx,%rax,8), %xmm0
movups (%rdx,%rax,8), %xmm1
movups %xmm0, -16(%r12,%rax,8)
movups %xmm1, (%r12,%rax,8)
addq $4, %rax
cmpq %rax, %r14
jne .LBB74_6
movq %r14, %rbx
cmpq %r14, %r8
je .LBB74_14
.LBB74_8:
movq %rbx, %rbp
cmpq $0, -32(%rsp)
je .LBB74_11
movq %rsi, %rax
imulq %rbx, %rax
addq %r9, %rax
movq -32(%rsp), %rcx
movq %rbx, %rbp
.LBB74_10:
movsd (%rax), %xmm0
movsd %xmm0, (%rdi,%rbp,8)
incq %rbp
addq %rsi, %rax
decq %rcx
jne .LBB74_10
.LBB74_11:
subq %r8, %rbx
cmpq $-4, %rbx
ja .LBB74_14
movq %rsi, %rbx
imulq %rbp, %rbx
leaq 3(%rbp), %r15
imulq %rsi, %r15
leaq 2(%rbp), %rax
imulq %rsi, %rax
leaq 1(%rbp), %rcx
imulq %rsi, %rcx
movq %r9, %r11
.LBB74_13:
movsd (%r11,%rbx), %xmm0
movsd %xmm0, -16(%r12,%rbp,8)
movsd (%r11,%rcx), %xmm0
movsd %xmm0, -8(%r12,%rbp,8)
movsd (%r11,%rax), %xmm0
movsd %xmm0, (%r12,%rbp,8)
movsd (%r11,%r15), %xmm0
movsd %xmm0, 8(%r12,%rbp,8)
addq $4, %rbp
addq %r10, %r11
cmpq %rbp, %r8
jne .LBB74_13
jmp .LBB74_14
.LBB74_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_f64
.type _mlir_ciface_copy2_strided_f64,@function
_mlir_ciface_copy2_strided_f64:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -24(%rsp)
testq %rax, %rax
jle .LBB75_15
movq 32(%rdi), %rcx
movq 40(%rdi), %rbx
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 40(%rsi), %r13
movq 8(%rdi), %r15
movq 16(%rdi), %r12
leaq (%r15,%r12,8), %rsi
movq -24(%rsp), %rax
decq %rax
movq %r13, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,8), %rdx
imulq %rbx, %rax
addq %rcx, %rax
addq %r12, %rax
leaq (%r15,%rax,8), %rax
cmpq $10, %rcx
setae %dil
cmpq $1, %r8
sete %bpl
andb %dil, %bpl
cmpq %rax, %r9
setb %al
cmpq %rdx, %rsi
setb %dl
andb %al, %dl
movq %rbx, %r10
orq %r13, %r10
shrq $60, %r10
andl $1, %r10d
orb %dl, %r10b
movabsq $9223372036854775804, %r11
andq %rcx, %r11
movl %ecx, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq 16(%r9), %r14
shlq $3, %r13
movq %r13, -16(%rsp)
leaq (%r15,%r12,8), %r15
addq $16, %r15
shlq $3, %rbx
movq %rbx, -8(%rsp)
leaq (,%r8,8), %r12
shlq $5, %r8
xorl %r13d, %r13d
notb %bpl
orb %r10b, %bpl
movb %bpl, -33(%rsp)
jmp .LBB75_2
.LBB75_14:
incq %r13
movq -16(%rsp), %rdx
addq %rdx, %r14
movq -8(%rsp), %rax
addq %rax, %r15
addq %rdx, %r9
addq %rax, %rsi
cmpq -24(%rsp), %r13
je .LBB75_15
.LBB75_2:
testq %rcx, %rcx
jle .LBB75_14
testb $1, -33(%rsp)
je .LBB75_5
xorl %r10d, %r10d
jmp .LBB75_8
.LBB75_5:
xorl %eax, %eax
.LBB75_6:
movups -16(%r15,%rax,8), %xmm0
movups (%r15,%rax,8), %xmm1
movups %xmm0, -16(%r14,%rax,8)
movups %xmm1, (%r14,%rax,8)
addq $4, %rax
cmpq %rax, %r11
jne .LBB75_6
movq %r11, %r10
cmpq %r11, %rcx
je .LBB75_14
.LBB75_8:
movq %r10, %rbp
cmpq $0, -32(%rsp)
je .LBB75_11
movq %r12, %rax
imulq %r10, %rax
addq %rsi, %rax
movq -32(%rsp), %rdx
movq %r10, %rbp
.LBB75_10:
movsd (%rax), %xmm0
movsd %xmm0, (%r9,%rbp,8)
incq %rbp
addq %r12, %rax
decq %rdx
jne .LBB75_10
.LBB75_11:
subq %rcx, %r10
cmpq $-4, %r10
ja .LBB75_14
movq %r12, %r10
imulq %rbp, %r10
leaq 3(%rbp), %rbx
imulq %r12, %rbx
leaq 2(%rbp), %rax
imulq %r12, %rax
leaq 1(%rbp), %rdx
imulq %r12, %rdx
movq %rsi, %rdi
.LBB75_13:
movsd (%rdi,%r10), %xmm0
movsd %xmm0, (%r9,%rbp,8)
movsd (%rdi,%rdx), %xmm0
movsd %xmm0, 8(%r9,%rbp,8)
movsd (%rdi,%rax), %xmm0
movsd %xmm0, 16(%r9,%rbp,8)
movsd (%rdi,%rbx), %xmm0
movsd %xmm0, 24(%r9,%rbp,8)
addq $4, %rbp
addq %r8, %rdi
cmpq %rbp, %rcx
jne .LBB75_13
jmp .LBB75_14
.LBB75_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_complex_f32
.type copy2_identity_complex_f32,@function
copy2_identity_complex_f32:
testq %rcx, %rcx
jle .LBB76_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 104(%rsp), %rax
movq 72(%rsp), %rdx
leaq -1(%rcx), %rdi
movq %rax, %r10
imulq %rdi, %r10
addq %r8, %r10
leaq (%rdx,%r10,8), %r10
imulq %r9, %rdi
addq %r8, %rdi
leaq (%rsi,%rdi,8), %rdi
cmpq %rdi, %rdx
setb %dil
cmpq %r10, %rsi
setb %r10b
andb %dil, %r10b
movq %r9, %rdi
orq %rax, %rdi
shrq $60, %rdi
andl $1, %edi
orb %r10b, %dil
movabsq $9223372036854775804, %r10
andq %r8, %r10
movl %r8d, %r11d
andl $3, %r11d
leaq 16(%rsi), %rbx
shlq $3, %r9
leaq 16(%rdx), %r14
shlq $3, %rax
xorl %r15d, %r15d
jmp .LBB76_2
.LBB76_13:
incq %r15
addq %r9, %rbx
addq %rax, %r14
addq %rax, %rdx
addq %r9, %rsi
cmpq %rcx, %r15
je .LBB76_14
.LBB76_2:
testq %r8, %r8
jle .LBB76_13
cmpq $6, %r8
setb %bpl
orb %dil, %bpl
testb $1, %bpl
je .LBB76_5
xorl %r13d, %r13d
jmp .LBB76_8
.LBB76_5:
xorl %r12d, %r12d
.LBB76_6:
movups -16(%rbx,%r12,8), %xmm0
movups (%rbx,%r12,8), %xmm1
movups %xmm0, -16(%r14,%r12,8)
movups %xmm1, (%r14,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB76_6
movq %r10, %r13
cmpq %r10, %r8
je .LBB76_13
.LBB76_8:
movq %r13, %r12
testq %r11, %r11
je .LBB76_11
movq %r11, %rbp
movq %r13, %r12
.LBB76_10:
movsd (%rsi,%r12,8), %xmm0
movsd %xmm0, (%rdx,%r12,8)
incq %r12
decq %rbp
jne .LBB76_10
.LBB76_11:
subq %r8, %r13
cmpq $-4, %r13
ja .LBB76_13
.LBB76_12:
movsd (%rsi,%r12,8), %xmm0
movsd %xmm0, -16(%r14,%r12,8)
movsd 8(%rsi,%r12,8), %xmm0
movsd %xmm0, -8(%r14,%r12,8)
movsd 16(%rsi,%r12,8), %xmm0
movsd %xmm0, (%r14,%r12,8)
movsd 24(%rsi,%r12,8), %xmm0
movsd %xmm0, 8(%r14,%r12,8)
addq $4, %r12
cmpq %r12, %r8
jne .LBB76_12
jmp .LBB76_13
.LBB76_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB76_15:
retq
.globl _mlir_ciface_copy2_identity_complex_f32
.type _mlir_ciface_copy2_identity_complex_f32,@function
_mlir_ciface_copy2_identity_complex_f32:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB77_15
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
leaq -1(%rax), %r9
movq %rsi, %r10
imulq %r9, %r10
addq %rdx, %r10
leaq (%r8,%r10,8), %r10
imulq %rdi, %r9
addq %rdx, %r9
leaq (%rcx,%r9,8), %r9
cmpq %r9, %r8
setb %r9b
cmpq %r10, %rcx
setb %r10b
andb %r9b, %r10b
movq %rdi, %r9
orq %rsi, %r9
shrq $60, %r9
andl $1, %r9d
orb %r10b, %r9b
movabsq $9223372036854775804, %r10
andq %rdx, %r10
movl %edx, %r11d
andl $3, %r11d
leaq 16(%rcx), %rbx
shlq $3, %rdi
leaq 16(%r8), %r14
shlq $3, %rsi
xorl %r15d, %r15d
jmp .LBB77_2
.LBB77_13:
incq %r15
addq %rdi, %rbx
addq %rsi, %r14
addq %rsi, %r8
addq %rdi, %rcx
cmpq %rax, %r15
je .LBB77_14
.LBB77_2:
testq %rdx, %rdx
jle .LBB77_13
cmpq $6, %rdx
setb %bpl
orb %r9b, %bpl
testb $1, %bpl
je .LBB77_5
xorl %r13d, %r13d
jmp .LBB77_8
.LBB77_5:
xorl %r12d, %r12d
.LBB77_6:
movups -16(%rbx,%r12,8), %xmm0
movups (%rbx,%r12,8), %xmm1
movups %xmm0, -16(%r14,%r12,8)
movups %xmm1, (%r14,%r12,8)
addq $4, %r12
cmpq %r12, %r10
jne .LBB77_6
movq %r10, %r13
cmpq %r10, %rdx
je .LBB77_13
.LBB77_8:
movq %r13, %r12
testq %r11, %r11
je .LBB77_11
movq %r11, %rbp
movq %r13, %r12
.LBB77_10:
movsd (%rcx,%r12,8), %xmm0
movsd %xmm0, (%r8,%r12,8)
incq %r12
decq %rbp
jne .LBB77_10
.LBB77_11:
subq %rdx, %r13
cmpq $-4, %r13
ja .LBB77_13
.LBB77_12:
movsd (%rcx,%r12,8), %xmm0
movsd %xmm0, -16(%r14,%r12,8)
movsd 8(%rcx,%r12,8), %xmm0
movsd %xmm0, -8(%r14,%r12,8)
movsd 16(%rcx,%r12,8), %xmm0
movsd %xmm0, (%r14,%r12,8)
movsd 24(%rcx,%r12,8), %xmm0
movsd %xmm0, 8(%r14,%r12,8)
addq $4, %r12
cmpq %r12, %rdx
jne .LBB77_12
jmp .LBB77_13
.LBB77_14:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB77_15:
retq
.globl copy2_strided_complex_f32
.type copy2_strided_complex_f32,@function
copy2_strided_complex_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB78_15
movq %r9, %r15
movq 104(%rsp), %r12
movq 72(%rsp), %rdi
movq 56(%rsp), %r10
leaq (%rsi,%rdx,8), %r9
movq -24(%rsp), %rax
decq %rax
movq %r12, %rcx
imulq %rax, %rcx
addq %r8, %rcx
leaq (%rdi,%rcx,8), %rcx
imulq %r15, %rax
addq %r8, %rax
addq %rdx, %rax
leaq (%rsi,%rax,8), %rax
cmpq $8, %r8
setae %r11b
cmpq $1, %r10
sete %bpl
andb %r11b, %bpl
cmpq %rax, %rdi
setb %al
cmpq %rcx, %r9
setb %cl
andb %al, %cl
movq %r15, %rbx
orq %r12, %rbx
shrq $60, %rbx
andl $1, %ebx
orb %cl, %bl
movabsq $9223372036854775804, %r14
andq %r8, %r14
movl %r8d, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq (%rsi,%rdx,8), %rdx
addq $16, %rdx
shlq $3, %r15
movq %r15, -8(%rsp)
leaq 16(%rdi), %rsi
shlq $3, %r12
movq %r12, -16(%rsp)
leaq (,%r10,8), %r12
shlq $5, %r10
xorl %r13d, %r13d
notb %bpl
orb %bl, %bpl
movb %bpl, -33(%rsp)
jmp .LBB78_2
.LBB78_14:
incq %r13
movq -8(%rsp), %rax
addq %rax, %rdx
movq -16(%rsp), %rcx
addq %rcx, %rsi
addq %rcx, %rdi
addq %rax, %r9
cmpq -24(%rsp), %r13
je .LBB78_15
.LBB78_2:
testq %r8, %r8
jle .LBB78_14
testb $1, -33(%rsp)
je .LBB78_5
xorl %ebx, %ebx
jmp .LBB78_8
.LBB78_5:
xorl %eax, %eax
.LBB78_6:
movups -16(%rdx,%rax,8), %xmm0
movups (%rdx,%rax,8), %xmm1
movups %xmm0, -16(%rsi,%rax,8)
movups %xmm1, (%rsi,%rax,8)
addq $4, %rax
cmpq %rax, %r14
jne .LBB78_6
movq %r14, %rbx
cmpq %r14, %r8
je .LBB78_14
.LBB78_8:
movq %rbx, %rbp
cmpq $0, -32(%rsp)
je .LBB78_11
movq %r12, %rax
imulq %rbx, %rax
addq %r9, %rax
movq -32(%rsp), %rcx
movq %rbx, %rbp
.LBB78_10:
movsd (%rax), %xmm0
movsd %xmm0, (%rdi,%rbp,8)
incq %rbp
addq %r12, %rax
decq %rcx
jne .LBB78_10
.LBB78_11:
subq %r8, %rbx
cmpq $-4, %rbx
ja .LBB78_14
movq %r12, %rbx
imulq %rbp, %rbx
leaq 3(%rbp), %r15
imulq %r12, %r15
leaq 2(%rbp), %rax
imulq %r12, %rax
leaq 1(%rbp), %rcx
imulq %r12, %rcx
movq %r9, %r11
.LBB78_13:
movsd (%r11,%rbx), %xmm0
movsd %xmm0, -16(%rsi,%rbp,8)
movsd (%r11,%rcx), %xmm0
movsd %xmm0, -8(%rsi,%rbp,8)
movsd (%r11,%rax), %xmm0
movsd %xmm0, (%rsi,%rbp,8)
movsd (%r11,%r15), %xmm0
movsd %xmm0, 8(%rsi,%rbp,8)
addq $4, %rbp
addq %r10, %r11
cmpq %rbp, %r8
jne .LBB78_13
jmp .LBB78_14
.LBB78_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_complex_f32
.type _mlir_ciface_copy2_strided_complex_f32,@function
_mlir_ciface_copy2_strided_complex_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -24(%rsp)
testq %rax, %rax
jle .LBB79_15
movq 32(%rdi), %rcx
movq 40(%rdi), %rbx
movq 48(%rdi), %r8
movq 8(%rsi), %r9
movq 40(%rsi), %r12
movq 8(%rdi), %r14
movq 16(%rdi), %r15
leaq (%r14,%r15,8), %rsi
movq -24(%rsp), %rax
decq %rax
movq %r12, %rdx
imulq %rax, %rdx
addq %rcx, %rdx
leaq (%r9,%rdx,8), %rdx
imulq %rbx, %rax
addq %rcx, %rax
addq %r15, %rax
leaq (%r14,%rax,8), %rax
cmpq $8, %rcx
setae %dil
cmpq $1, %r8
sete %bpl
andb %dil, %bpl
cmpq %rax, %r9
setb %al
cmpq %rdx, %rsi
setb %dl
andb %al, %dl
movq %rbx, %r10
orq %r12, %r10
shrq $60, %r10
andl $1, %r10d
orb %dl, %r10b
movabsq $9223372036854775804, %r11
andq %rcx, %r11
movl %ecx, %eax
andl $3, %eax
movq %rax, -32(%rsp)
leaq (%r14,%r15,8), %r14
addq $16, %r14
shlq $3, %rbx
movq %rbx, -8(%rsp)
leaq 16(%r9), %r15
shlq $3, %r12
movq %r12, -16(%rsp)
leaq (,%r8,8), %r12
shlq $5, %r8
xorl %r13d, %r13d
notb %bpl
orb %r10b, %bpl
movb %bpl, -33(%rsp)
jmp .LBB79_2
.LBB79_14:
incq %r13
movq -8(%rsp), %rax
addq %rax, %r14
movq -16(%rsp), %rdx
addq %rdx, %r15
addq %rdx, %r9
addq %rax, %rsi
cmpq -24(%rsp), %r13
je .LBB79_15
.LBB79_2:
testq %rcx, %rcx
jle .LBB79_14
testb $1, -33(%rsp)
je .LBB79_5
xorl %r10d, %r10d
jmp .LBB79_8
.LBB79_5:
xorl %eax, %eax
.LBB79_6:
movups -16(%r14,%rax,8), %xmm0
movups (%r14,%rax,8), %xmm1
movups %xmm0, -16(%r15,%rax,8)
movups %xmm1, (%r15,%rax,8)
addq $4, %rax
cmpq %rax, %r11
jne .LBB79_6
movq %r11, %r10
cmpq %r11, %rcx
je .LBB79_14
.LBB79_8:
movq %r10, %rbp
cmpq $0, -32(%rsp)
je .LBB79_11
movq %r12, %rax
imulq %r10, %rax
addq %rsi, %rax
movq -32(%rsp), %rdx
movq %r10, %rbp
.LBB79_10:
movsd (%rax), %xmm0
movsd %xmm0, (%r9,%rbp,8)
incq %rbp
addq %r12, %rax
decq %rdx
jne .LBB79_10
.LBB79_11:
subq %rcx, %r10
cmpq $-4, %r10
ja .LBB79_14
movq %r12, %r10
imulq %rbp, %r10
leaq 3(%rbp), %rbx
imulq %r12, %rbx
leaq 2(%rbp), %rax
imulq %r12, %rax
leaq 1(%rbp), %rdx
imulq %r12, %rdx
movq %rsi, %rdi
.LBB79_13:
movsd (%rdi,%r10), %xmm0
movsd %xmm0, (%r9,%rbp,8)
movsd (%rdi,%rdx), %xmm0
movsd %xmm0, 8(%r9,%rbp,8)
movsd (%rdi,%rax), %xmm0
movsd %xmm0, 16(%r9,%rbp,8)
movsd (%rdi,%rbx), %xmm0
movsd %xmm0, 24(%r9,%rbp,8)
addq $4, %rbp
addq %r8, %rdi
cmpq %rbp, %rcx
jne .LBB79_13
jmp .LBB79_14
.LBB79_15:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy2_identity_complex_f64
.type copy2_identity_complex_f64,@function
copy2_identity_complex_f64:
testq %rcx, %rcx
jle .LBB80_12
pushq %r15
pushq %r14
pushq %r12
pushq %rbx
movq 88(%rsp), %rax
movq 56(%rsp), %rdx
movl %r8d, %edi
andl $3, %edi
movabsq $9223372036854775804, %r10
andq %r8, %r10
shlq $4, %r9
shlq $4, %rax
movl %edi, %r11d
shll $4, %r11d
xorl %ebx, %ebx
jmp .LBB80_2
.LBB80_10:
incq %rbx
addq %r9, %rsi
addq %rax, %rdx
cmpq %rcx, %rbx
je .LBB80_11
.LBB80_2:
testq %r8, %r8
jle .LBB80_10
cmpq $4, %r8
jae .LBB80_5
xorl %r14d, %r14d
jmp .LBB80_8
.LBB80_5:
movl $48, %r15d
xorl %r14d, %r14d
.LBB80_6:
movups -48(%rsi,%r15), %xmm0
movups %xmm0, -48(%rdx,%r15)
movups -32(%rsi,%r15), %xmm0
movups %xmm0, -32(%rdx,%r15)
movups -16(%rsi,%r15), %xmm0
movups %xmm0, -16(%rdx,%r15)
movups (%rsi,%r15), %xmm0
movups %xmm0, (%rdx,%r15)
addq $4, %r14
addq $64, %r15
cmpq %r14, %r10
jne .LBB80_6
testq %rdi, %rdi
je .LBB80_10
.LBB80_8:
shlq $4, %r14
leaq (%rdx,%r14), %r15
addq %rsi, %r14
xorl %r12d, %r12d
.LBB80_9:
movups (%r14,%r12), %xmm0
movups %xmm0, (%r15,%r12)
addq $16, %r12
cmpq %r12, %r11
jne .LBB80_9
jmp .LBB80_10
.LBB80_11:
popq %rbx
popq %r12
popq %r14
popq %r15
.LBB80_12:
retq
.globl _mlir_ciface_copy2_identity_complex_f64
.type _mlir_ciface_copy2_identity_complex_f64,@function
_mlir_ciface_copy2_identity_complex_f64:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB81_12
pushq %r15
pushq %r14
pushq %r12
pushq %rbx
movq 8(%rdi), %rcx
movq 32(%rdi), %rdx
movq 40(%rdi), %rdi
movq 8(%rsi), %r8
movq 40(%rsi), %rsi
movl %edx, %r9d
andl $3, %r9d
movabsq $9223372036854775804, %r10
andq %rdx, %r10
shlq $4, %rdi
shlq $4, %rsi
movl %r9d, %r11d
shll $4, %r11d
xorl %ebx, %ebx
jmp .LBB81_2
.LBB81_10:
incq %rbx
addq %rdi, %rcx
addq %rsi, %r8
cmpq %rax, %rbx
je .LBB81_11
.LBB81_2:
testq %rdx, %rdx
jle .LBB81_10
cmpq $4, %rdx
jae .LBB81_5
xorl %r14d, %r14d
jmp .LBB81_8
.LBB81_5:
movl $48, %r15d
xorl %r14d, %r14d
.LBB81_6:
movups -48(%rcx,%r15), %xmm0
movups %xmm0, -48(%r8,%r15)
movups -32(%rcx,%r15), %xmm0
movups %xmm0, -32(%r8,%r15)
movups -16(%rcx,%r15), %xmm0
movups %xmm0, -16(%r8,%r15)
movups (%rcx,%r15), %xmm0
movups %xmm0, (%r8,%r15)
addq $4, %r14
addq $64, %r15
cmpq %r14, %r10
jne .LBB81_6
testq %r9, %r9
je .LBB81_10
.LBB81_8:
shlq $4, %r14
leaq (%r8,%r14), %r15
addq %rcx, %r14
xorl %r12d, %r12d
.LBB81_9:
movups (%r14,%r12), %xmm0
movups %xmm0, (%r15,%r12)
addq $16, %r12
cmpq %r12, %r11
jne .LBB81_9
jmp .LBB81_10
.LBB81_11:
popq %rbx
popq %r12
popq %r14
popq %r15
.LBB81_12:
retq
.globl copy2_strided_complex_f64
.type copy2_strided_complex_f64,@function
copy2_strided_complex_f64:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %r9, -8(%rsp)
testq %rcx, %rcx
jle .LBB82_10
movq %rsi, %r9
movq 104(%rsp), %r12
movq 72(%rsp), %rax
movq 56(%rsp), %r14
shlq $4, %rdx
addq %rdx, %r9
movabsq $9223372036854775806, %rdx
andq %r8, %rdx
movq %r14, %r11
shlq $4, %r11
movq -8(%rsp), %rbx
shlq $4, %rbx
shlq $5, %r14
addq $16, %rax
shlq $4, %r12
xorl %r13d, %r13d
movq %r9, %rsi
jmp .LBB82_2
.LBB82_4:
xorl %edi, %edi
.LBB82_8:
movq %r13, %r15
imulq -8(%rsp), %r15
shlq $4, %r15
addq %r9, %r15
movq %r13, %rbp
imulq 104(%rsp), %rbp
shlq $4, %rbp
addq 72(%rsp), %rbp
movq %rdi, %r10
imulq 56(%rsp), %r10
shlq $4, %r10
shlq $4, %rdi
movups (%r15,%r10), %xmm0
movups %xmm0, (%rbp,%rdi)
.LBB82_9:
incq %r13
addq %rbx, %rsi
addq %r12, %rax
cmpq %rcx, %r13
je .LBB82_10
.LBB82_2:
testq %r8, %r8
jle .LBB82_9
cmpq $1, %r8
je .LBB82_4
movq %rax, %r15
movq %rsi, %rbp
xorl %edi, %edi
.LBB82_6:
movups (%rbp), %xmm0
movups %xmm0, -16(%r15)
movups (%rbp,%r11), %xmm0
movups %xmm0, (%r15)
addq $2, %rdi
addq %r14, %rbp
addq $32, %r15
cmpq %rdi, %rdx
jne .LBB82_6
testb $1, %r8b
jne .LBB82_8
jmp .LBB82_9
.LBB82_10:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy2_strided_complex_f64
.type _mlir_ciface_copy2_strided_complex_f64,@function
_mlir_ciface_copy2_strided_complex_f64:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB83_11
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 32(%rdi), %rcx
movq 40(%rdi), %rbx
movq 48(%rdi), %r14
movq 8(%rsi), %rdx
movq 40(%rsi), %r12
movq 16(%rdi), %rsi
shlq $4, %rsi
addq 8(%rdi), %rsi
movabsq $9223372036854775806, %rdi
andq %rcx, %rdi
movq %r14, %r11
shlq $4, %r11
movq %rbx, -8(%rsp)
shlq $4, %rbx
movq %r14, -16(%rsp)
shlq $5, %r14
movq %rdx, -24(%rsp)
leaq 16(%rdx), %r9
movq %r12, -32(%rsp)
shlq $4, %r12
xorl %r13d, %r13d
movq %rsi, %r10
jmp .LBB83_2
.LBB83_4:
xorl %edx, %edx
.LBB83_8:
movq %r13, %r15
imulq -8(%rsp), %r15
shlq $4, %r15
addq %rsi, %r15
movq %r13, %rbp
imulq -32(%rsp), %rbp
shlq $4, %rbp
addq -24(%rsp), %rbp
movq %rdx, %r8
imulq -16(%rsp), %r8
shlq $4, %r8
shlq $4, %rdx
movups (%r15,%r8), %xmm0
movups %xmm0, (%rbp,%rdx)
.LBB83_9:
incq %r13
addq %rbx, %r10
addq %r12, %r9
cmpq %rax, %r13
je .LBB83_10
.LBB83_2:
testq %rcx, %rcx
jle .LBB83_9
cmpq $1, %rcx
je .LBB83_4
movq %r9, %r15
movq %r10, %rbp
xorl %edx, %edx
.LBB83_6:
movups (%rbp), %xmm0
movups %xmm0, -16(%r15)
movups (%rbp,%r11), %xmm0
movups %xmm0, (%r15)
addq $2, %rdx
addq %r14, %rbp
addq $32, %r15
cmpq %rdx, %rdi
jne .LBB83_6
testb $1, %cl
jne .LBB83_8
jmp .LBB83_9
.LBB83_10:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB83_11:
retq
.globl copy3_identity_f32
.type copy3_identity_f32,@function
copy3_identity_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rsi, -88(%rsp)
movq %rcx, -8(%rsp)
testq %rcx, %rcx
jle .LBB84_17
movq 136(%rsp), %rax
movq 128(%rsp), %rcx
movq 88(%rsp), %rsi
movq 64(%rsp), %r10
movq 56(%rsp), %rdi
shlq $2, %rcx
movq %rcx, -40(%rsp)
leaq -1(%r8), %rcx
movq %rax, %rdx
imulq %rcx, %rdx
addq %r9, %rdx
shlq $2, %rdi
movq %rdi, -48(%rsp)
imulq %r10, %rcx
addq %r9, %rcx
leaq (%rsi,%rdx,4), %rdx
movq %rdx, -16(%rsp)
movq -88(%rsp), %rdx
leaq (%rdx,%rcx,4), %rcx
movq %rcx, -24(%rsp)
movq %r10, %rcx
orq %rax, %rcx
movabsq $9223372036854775800, %r12
andq %r9, %r12
movl %r9d, %ebx
andl $3, %ebx
leaq 16(%rsi), %rdi
movq %rdi, -56(%rsp)
shlq $2, %rax
leaq 16(%rdx), %rdi
movq %rdi, -64(%rsp)
shlq $2, %r10
movq $0, -96(%rsp)
shrq $61, %rcx
andl $1, %ecx
movq %rcx, -32(%rsp)
movq %rdx, -72(%rsp)
movq %rsi, -80(%rsp)
jmp .LBB84_2
.LBB84_16:
movq -96(%rsp), %rsi
incq %rsi
movq -40(%rsp), %rcx
addq %rcx, -56(%rsp)
movq -48(%rsp), %rdx
addq %rdx, -64(%rsp)
addq %rcx, -80(%rsp)
addq %rdx, -72(%rsp)
movq %rsi, -96(%rsp)
cmpq -8(%rsp), %rsi
je .LBB84_17
.LBB84_2:
testq %r8, %r8
jle .LBB84_16
movq -40(%rsp), %rcx
movq -96(%rsp), %rdi
imulq %rdi, %rcx
movq 88(%rsp), %rdx
addq %rcx, %rdx
addq -16(%rsp), %rcx
movq -48(%rsp), %rsi
imulq %rdi, %rsi
movq -88(%rsp), %rdi
addq %rsi, %rdi
addq -24(%rsp), %rsi
cmpq %rsi, %rdx
setb %dl
cmpq %rcx, %rdi
setb %r15b
andb %dl, %r15b
orb -32(%rsp), %r15b
movq -72(%rsp), %rsi
movq -80(%rsp), %r14
movq -64(%rsp), %rdi
movq -56(%rsp), %rbp
xorl %r11d, %r11d
jmp .LBB84_4
.LBB84_15:
incq %r11
addq %rax, %rbp
addq %r10, %rdi
addq %rax, %r14
addq %r10, %rsi
cmpq %r8, %r11
je .LBB84_16
.LBB84_4:
testq %r9, %r9
jle .LBB84_15
cmpq $8, %r9
setb %cl
orb %r15b, %cl
testb $1, %cl
je .LBB84_7
xorl %ecx, %ecx
jmp .LBB84_10
.LBB84_7:
xorl %ecx, %ecx
.LBB84_8:
movups -16(%rdi,%rcx,4), %xmm0
movups (%rdi,%rcx,4), %xmm1
movups %xmm0, -16(%rbp,%rcx,4)
movups %xmm1, (%rbp,%rcx,4)
addq $8, %rcx
cmpq %rcx, %r12
jne .LBB84_8
movq %r12, %rcx
cmpq %r12, %r9
je .LBB84_15
.LBB84_10:
movq %rcx, %rdx
testq %rbx, %rbx
je .LBB84_13
movq %rbx, %r13
movq %rcx, %rdx
.LBB84_12:
movss (%rsi,%rdx,4), %xmm0
movss %xmm0, (%r14,%rdx,4)
incq %rdx
decq %r13
jne .LBB84_12
.LBB84_13:
subq %r9, %rcx
cmpq $-4, %rcx
ja .LBB84_15
.LBB84_14:
movss (%rsi,%rdx,4), %xmm0
movss %xmm0, (%r14,%rdx,4)
movss 4(%rsi,%rdx,4), %xmm0
movss %xmm0, 4(%r14,%rdx,4)
movss 8(%rsi,%rdx,4), %xmm0
movss %xmm0, 8(%r14,%rdx,4)
movss 12(%rsi,%rdx,4), %xmm0
movss %xmm0, 12(%r14,%rdx,4)
addq $4, %rdx
cmpq %rdx, %r9
jne .LBB84_14
jmp .LBB84_15
.LBB84_17:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy3_identity_f32
.type _mlir_ciface_copy3_identity_f32,@function
_mlir_ciface_copy3_identity_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 24(%rdi), %rax
movq %rax, -8(%rsp)
testq %rax, %rax
jle .LBB85_17
movq 8(%rdi), %r9
movq 32(%rdi), %rdx
movq 40(%rdi), %r8
movq 48(%rdi), %r10
movq 56(%rdi), %rdi
movq 8(%rsi), %r11
movq 48(%rsi), %rax
movq 56(%rsi), %rsi
shlq $2, %rax
movq %rax, -64(%rsp)
leaq -1(%rdx), %rax
movq %rsi, %rcx
imulq %rax, %rcx
addq %r8, %rcx
shlq $2, %r10
movq %r10, -56(%rsp)
imulq %rdi, %rax
addq %r8, %rax
leaq (%r11,%rcx,4), %rcx
movq %rcx, -32(%rsp)
leaq (%r9,%rax,4), %rax
movq %rax, -40(%rsp)
movq %rdi, %rax
orq %rsi, %rax
movabsq $9223372036854775800, %r12
andq %r8, %r12
movl %r8d, %r14d
andl $3, %r14d
leaq 16(%r11), %rcx
movq %rcx, -72(%rsp)
shlq $2, %rsi
leaq 16(%r9), %rcx
movq %rcx, -80(%rsp)
shlq $2, %rdi
shrq $61, %rax
andl $1, %eax
movq %rax, -48(%rsp)
movq $0, -104(%rsp)
movq %r9, -16(%rsp)
movq %r9, -88(%rsp)
movq %r11, -24(%rsp)
movq %r11, -96(%rsp)
jmp .LBB85_2
.LBB85_16:
movq -104(%rsp), %r9
incq %r9
movq -64(%rsp), %rcx
addq %rcx, -72(%rsp)
movq -56(%rsp), %rax
addq %rax, -80(%rsp)
addq %rcx, -96(%rsp)
addq %rax, -88(%rsp)
movq %r9, -104(%rsp)
cmpq -8(%rsp), %r9
je .LBB85_17
.LBB85_2:
testq %rdx, %rdx
jle .LBB85_16
movq -64(%rsp), %rax
movq -104(%rsp), %r10
imulq %r10, %rax
movq -24(%rsp), %rcx
addq %rax, %rcx
addq -32(%rsp), %rax
movq -56(%rsp), %r9
imulq %r10, %r9
movq -16(%rsp), %r10
addq %r9, %r10
addq -40(%rsp), %r9
cmpq %r9, %rcx
setb %cl
cmpq %rax, %r10
setb %r15b
andb %cl, %r15b
orb -48(%rsp), %r15b
movq -88(%rsp), %rcx
movq -96(%rsp), %r10
movq -80(%rsp), %rbx
movq -72(%rsp), %rbp
xorl %r11d, %r11d
jmp .LBB85_4
.LBB85_15:
incq %r11
addq %rsi, %rbp
addq %rdi, %rbx
addq %rsi, %r10
addq %rdi, %rcx
cmpq %rdx, %r11
je .LBB85_16
.LBB85_4:
testq %r8, %r8
jle .LBB85_15
cmpq $8, %r8
setb %al
orb %r15b, %al
testb $1, %al
je .LBB85_7
xorl %r9d, %r9d
jmp .LBB85_10
.LBB85_7:
xorl %eax, %eax
.LBB85_8:
movups -16(%rbx,%rax,4), %xmm0
movups (%rbx,%rax,4), %xmm1
movups %xmm0, -16(%rbp,%rax,4)
movups %xmm1, (%rbp,%rax,4)
addq $8, %rax
cmpq %rax, %r12
jne .LBB85_8
movq %r12, %r9
cmpq %r12, %r8
je .LBB85_15
.LBB85_10:
movq %r9, %rax
testq %r14, %r14
je .LBB85_13
movq %r14, %r13
movq %r9, %rax
.LBB85_12:
movss (%rcx,%rax,4), %xmm0
movss %xmm0, (%r10,%rax,4)
incq %rax
decq %r13
jne .LBB85_12
.LBB85_13:
subq %r8, %r9
cmpq $-4, %r9
ja .LBB85_15
.LBB85_14:
movss (%rcx,%rax,4), %xmm0
movss %xmm0, (%r10,%rax,4)
movss 4(%rcx,%rax,4), %xmm0
movss %xmm0, 4(%r10,%rax,4)
movss 8(%rcx,%rax,4), %xmm0
movss %xmm0, 8(%r10,%rax,4)
movss 12(%rcx,%rax,4), %xmm0
movss %xmm0, 12(%r10,%rax,4)
addq $4, %rax
cmpq %rax, %r8
jne .LBB85_14
jmp .LBB85_15
.LBB85_17:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy3_static_f32
.type copy3_static_f32,@function
copy3_static_f32:
movq 80(%rsp), %rcx
movq 88(%rsp), %rax
movq 40(%rsp), %rdx
movss (%rsi), %xmm0
movss %xmm0, (%rdx)
movss 4(%rsi), %xmm0
movss %xmm0, 4(%rdx)
movss 8(%rsi), %xmm0
movss %xmm0, 8(%rdx)
movss 12(%rsi), %xmm0
movss %xmm0, 12(%rdx)
movss 16(%rsi), %xmm0
movss %xmm0, (%rdx,%rax,4)
movss 20(%rsi), %xmm0
movss %xmm0, 4(%rdx,%rax,4)
movss 24(%rsi), %xmm0
movss %xmm0, 8(%rdx,%rax,4)
movss 28(%rsi), %xmm0
movss %xmm0, 12(%rdx,%rax,4)
movss 32(%rsi), %xmm0
movss %xmm0, (%rdx,%rax,8)
movss 36(%rsi), %xmm0
movss %xmm0, 4(%rdx,%rax,8)
movss 40(%rsi), %xmm0
movss %xmm0, 8(%rdx,%rax,8)
movss 44(%rsi), %xmm0
movss %xmm0, 12(%rdx,%rax,8)
leaq (%rdx,%rcx,4), %rdi
movss 48(%rsi), %xmm0
movss %xmm0, (%rdx,%rcx,4)
movss 52(%rsi), %xmm0
movss %xmm0, 4(%rdx,%rcx,4)
movss 56(%rsi), %xmm0
movss %xmm0, 8(%rdx,%rcx,4)
movss 60(%rsi), %xmm0
movss %xmm0, 12(%rdx,%rcx,4)
movss 64(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,4)
movss 68(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,4)
movss 72(%rsi), %xmm0
movss %xmm0, 8(%rdi,%rax,4)
movss 76(%rsi), %xmm0
movss %xmm0, 12(%rdi,%rax,4)
movss 80(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,8)
movss 84(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,8)
movss 88(%rsi), %xmm0
movss %xmm0, 8(%rdi,%rax,8)
movss 92(%rsi), %xmm0
movss %xmm0, 12(%rdi,%rax,8)
retq
.globl _mlir_ciface_copy3_static_f32
.type _mlir_ciface_copy3_static_f32,@function
_mlir_ciface_copy3_static_f32:
subq $104, %rsp
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movups 48(%rsi), %xmm0
movups %xmm0, 72(%rsp)
movq %rcx, 32(%rsp)
movq %rax, %rsi
callq copy3_static_f32@PLT
addq $104, %rsp
retq
.globl copy3_strided_f32
.type copy3_strided_f32,@function
copy3_strided_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
pushq %rax
movq %r8, -112(%rsp)
movq %rcx, -16(%rsp)
testq %rcx, %rcx
jle .LBB88_18
movq %rdx, %r14
movq 144(%rsp), %r15
movq 136(%rsp), %rax
movq 96(%rsp), %rdi
movq 80(%rsp), %r11
movq 72(%rsp), %r8
movq 64(%rsp), %rdx
leaq (%rsi,%r14,4), %r10
shlq $2, %rax
movq %rax, -64(%rsp)
movq -112(%rsp), %rax
decq %rax
movq %r15, %rcx
imulq %rax, %rcx
addq %r9, %rcx
shlq $2, %rdx
movq %rdx, -72(%rsp)
imulq %r8, %rax
addq %r9, %rax
addq %r14, %rax
leaq (%rdi,%rcx,4), %rcx
movq %rcx, -32(%rsp)
leaq (%rsi,%rax,4), %rax
movq %rax, -40(%rsp)
cmpq $12, %r9
setae %al
cmpq $1, %r11
sete %cl
andb %al, %cl
movq %r8, %rax
orq %r15, %rax
movabsq $9223372036854775800, %rdx
andq %r9, %rdx
movl %r9d, %ebx
andl $3, %ebx
movq %rbx, -56(%rsp)
shlq $2, %r15
movq %r15, (%rsp)
leaq (%rsi,%r14,4), %rsi
addq $16, %rsi
movq %rsi, -80(%rsp)
shlq $2, %r8
movq %r8, -8(%rsp)
leaq (,%r11,4), %r12
shlq $4, %r11
shrq $61, %rax
andl $1, %eax
movq %rax, -48(%rsp)
notb %cl
movb %cl, -122(%rsp)
leaq 16(%rdi), %rax
movq %rax, -88(%rsp)
movq $0, -120(%rsp)
movq %r10, -24(%rsp)
movq %r10, -96(%rsp)
movq %rdi, -104(%rsp)
jmp .LBB88_2
.LBB88_17:
movq -120(%rsp), %rsi
incq %rsi
movq -64(%rsp), %rax
addq %rax, -88(%rsp)
movq -72(%rsp), %rcx
addq %rcx, -80(%rsp)
addq %rax, -104(%rsp)
addq %rcx, -96(%rsp)
movq %rsi, -120(%rsp)
cmpq -16(%rsp), %rsi
je .LBB88_18
.LBB88_2:
cmpq $0, -112(%rsp)
jle .LBB88_17
movq -64(%rsp), %rax
movq -120(%rsp), %rdi
imulq %rdi, %rax
movq 96(%rsp), %rcx
addq %rax, %rcx
addq -32(%rsp), %rax
movq -72(%rsp), %rsi
imulq %rdi, %rsi
movq -24(%rsp), %rdi
addq %rsi, %rdi
addq -40(%rsp), %rsi
cmpq %rsi, %rcx
setb %cl
cmpq %rax, %rdi
setb %al
andb %cl, %al
orb -48(%rsp), %al
orb -122(%rsp), %al
movb %al, -121(%rsp)
movq -96(%rsp), %rbx
movq -104(%rsp), %rdi
movq -80(%rsp), %r13
movq -88(%rsp), %r14
xorl %esi, %esi
jmp .LBB88_4
.LBB88_16:
incq %rsi
movq (%rsp), %rax
addq %rax, %r14
movq -8(%rsp), %rcx
addq %rcx, %r13
addq %rax, %rdi
addq %rcx, %rbx
cmpq -112(%rsp), %rsi
je .LBB88_17
.LBB88_4:
testq %r9, %r9
jle .LBB88_16
testb $1, -121(%rsp)
je .LBB88_7
xorl %r15d, %r15d
jmp .LBB88_10
.LBB88_7:
xorl %eax, %eax
.LBB88_8:
movups -16(%r13,%rax,4), %xmm0
movups (%r13,%rax,4), %xmm1
movups %xmm0, -16(%r14,%rax,4)
movups %xmm1, (%r14,%rax,4)
addq $8, %rax
cmpq %rax, %rdx
jne .LBB88_8
movq %rdx, %r15
cmpq %rdx, %r9
je .LBB88_16
.LBB88_10:
movq %r15, %rbp
cmpq $0, -56(%rsp)
je .LBB88_13
movq %r12, %rax
imulq %r15, %rax
addq %rbx, %rax
movq -56(%rsp), %rcx
movq %r15, %rbp
.LBB88_12:
movss (%rax), %xmm0
movss %xmm0, (%rdi,%rbp,4)
incq %rbp
addq %r12, %rax
decq %rcx
jne .LBB88_12
.LBB88_13:
subq %r9, %r15
cmpq $-4, %r15
ja .LBB88_16
movq %r12, %r15
imulq %rbp, %r15
leaq 3(%rbp), %rcx
imulq %r12, %rcx
leaq 2(%rbp), %r8
imulq %r12, %r8
leaq 1(%rbp), %rax
imulq %r12, %rax
movq %rbx, %r10
.LBB88_15:
movss (%r10,%r15), %xmm0
movss %xmm0, (%rdi,%rbp,4)
movss (%r10,%rax), %xmm0
movss %xmm0, 4(%rdi,%rbp,4)
movss (%r10,%r8), %xmm0
movss %xmm0, 8(%rdi,%rbp,4)
movss (%r10,%rcx), %xmm0
movss %xmm0, 12(%rdi,%rbp,4)
addq $4, %rbp
addq %r11, %r10
cmpq %rbp, %r9
jne .LBB88_15
jmp .LBB88_16
.LBB88_18:
addq $8, %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy3_strided_f32
.type _mlir_ciface_copy3_strided_f32,@function
_mlir_ciface_copy3_strided_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
subq $16, %rsp
movq 24(%rdi), %rax
movq %rax, -8(%rsp)
testq %rax, %rax
jle .LBB89_18
movq 32(%rdi), %rcx
movq 40(%rdi), %rdx
movq 48(%rdi), %r8
movq 56(%rdi), %r9
movq 64(%rdi), %r10
movq 8(%rsi), %r11
movq 48(%rsi), %rbx
movq 56(%rsi), %r15
movq 8(%rdi), %rax
movq 16(%rdi), %rdi
leaq (%rax,%rdi,4), %r12
shlq $2, %rbx
movq %rbx, -80(%rsp)
movq %rcx, -56(%rsp)
decq %rcx
movq %r15, %rsi
imulq %rcx, %rsi
addq %rdx, %rsi
shlq $2, %r8
movq %r8, -72(%rsp)
imulq %r9, %rcx
addq %rdi, %rcx
addq %rdx, %rcx
leaq (%r11,%rsi,4), %rsi
movq %rsi, -32(%rsp)
leaq (%rax,%rcx,4), %rcx
movq %rcx, -40(%rsp)
cmpq $12, %rdx
setae %cl
cmpq $1, %r10
sete %sil
andb %cl, %sil
movq %r9, %rcx
orq %r15, %rcx
leaq (%rax,%rdi,4), %rax
addq $16, %rax
movq %rax, -88(%rsp)
movabsq $9223372036854775800, %r14
andq %rdx, %r14
movl %edx, %eax
andl $3, %eax
movq %rax, -64(%rsp)
shlq $2, %r15
movq %r15, (%rsp)
shlq $2, %r9
movq %r9, 8(%rsp)
leaq (,%r10,4), %r15
shlq $4, %r10
shrq $61, %rcx
andl $1, %ecx
movq %rcx, -48(%rsp)
notb %sil
movb %sil, -122(%rsp)
leaq 16(%r11), %rax
movq %rax, -96(%rsp)
movq $0, -120(%rsp)
movq %r12, -24(%rsp)
movq %r12, -104(%rsp)
movq %r11, -16(%rsp)
movq %r11, -112(%rsp)
jmp .LBB89_2
.LBB89_17:
movq -120(%rsp), %rsi
incq %rsi
movq -80(%rsp), %rcx
addq %rcx, -96(%rsp)
movq -72(%rsp), %rax
addq %rax, -88(%rsp)
addq %rcx, -112(%rsp)
addq %rax, -104(%rsp)
movq %rsi, -120(%rsp)
cmpq -8(%rsp), %rsi
je .LBB89_18
.LBB89_2:
cmpq $0, -56(%rsp)
jle .LBB89_17
movq -80(%rsp), %rax
movq -120(%rsp), %rdi
imulq %rdi, %rax
movq -16(%rsp), %rcx
addq %rax, %rcx
addq -32(%rsp), %rax
movq -72(%rsp), %rsi
imulq %rdi, %rsi
movq -24(%rsp), %rdi
addq %rsi, %rdi
addq -40(%rsp), %rsi
cmpq %rsi, %rcx
setb %cl
cmpq %rax, %rdi
setb %al
andb %cl, %al
orb -48(%rsp), %al
orb -122(%rsp), %al
movb %al, -121(%rsp)
movq -104(%rsp), %rsi
movq -112(%rsp), %rax
movq -88(%rsp), %r11
movq -96(%rsp), %rbx
xorl %r13d, %r13d
jmp .LBB89_4
.LBB89_16:
incq %r13
movq (%rsp), %rdi
addq %rdi, %rbx
movq 8(%rsp), %rcx
addq %rcx, %r11
addq %rdi, %rax
addq %rcx, %rsi
cmpq -56(%rsp), %r13
je .LBB89_17
.LBB89_4:
testq %rdx, %rdx
jle .LBB89_16
testb $1, -121(%rsp)
je .LBB89_7
xorl %edi, %edi
jmp .LBB89_10
.LBB89_7:
xorl %ecx, %ecx
.LBB89_8:
movups -16(%r11,%rcx,4), %xmm0
movups (%r11,%rcx,4), %xmm1
movups %xmm0, -16(%rbx,%rcx,4)
movups %xmm1, (%rbx,%rcx,4)
addq $8, %rcx
cmpq %rcx, %r14
jne .LBB89_8
movq %r14, %rdi
cmpq %r14, %rdx
je .LBB89_16
.LBB89_10:
movq %rdi, %rbp
cmpq $0, -64(%rsp)
je .LBB89_13
movq %r15, %rcx
imulq %rdi, %rcx
addq %rsi, %rcx
movq -64(%rsp), %r8
movq %rdi, %rbp
.LBB89_12:
movss (%rcx), %xmm0
movss %xmm0, (%rax,%rbp,4)
incq %rbp
addq %r15, %rcx
decq %r8
jne .LBB89_12
.LBB89_13:
subq %rdx, %rdi
cmpq $-4, %rdi
ja .LBB89_16
movq %r15, %rdi
imulq %rbp, %rdi
leaq 3(%rbp), %rcx
imulq %r15, %rcx
leaq 2(%rbp), %r8
imulq %r15, %r8
leaq 1(%rbp), %r9
imulq %r15, %r9
movq %rsi, %r12
.LBB89_15:
movss (%r12,%rdi), %xmm0
movss %xmm0, (%rax,%rbp,4)
movss (%r12,%r9), %xmm0
movss %xmm0, 4(%rax,%rbp,4)
movss (%r12,%r8), %xmm0
movss %xmm0, 8(%rax,%rbp,4)
movss (%r12,%rcx), %xmm0
movss %xmm0, 12(%rax,%rbp,4)
addq $4, %rbp
addq %r10, %r12
cmpq %rbp, %rdx
jne .LBB89_15
jmp .LBB89_16
.LBB89_18:
addq $16, %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy3_fixed_f32
.type copy3_fixed_f32,@function
copy3_fixed_f32:
movq 80(%rsp), %rcx
movq 88(%rsp), %rax
movq 40(%rsp), %rdx
movss 20(%rsi), %xmm0
movss %xmm0, (%rdx)
movss 84(%rsi), %xmm0
movss %xmm0, 4(%rdx)
movss 148(%rsi), %xmm0
movss %xmm0, 8(%rdx)
movss 212(%rsi), %xmm0
movss %xmm0, 12(%rdx)
movss 40(%rsi), %xmm0
movss %xmm0, (%rdx,%rax,4)
movss 104(%rsi), %xmm0
movss %xmm0, 4(%rdx,%rax,4)
movss 168(%rsi), %xmm0
movss %xmm0, 8(%rdx,%rax,4)
movss 232(%rsi), %xmm0
movss %xmm0, 12(%rdx,%rax,4)
movss 60(%rsi), %xmm0
movss %xmm0, (%rdx,%rax,8)
movss 124(%rsi), %xmm0
movss %xmm0, 4(%rdx,%rax,8)
movss 188(%rsi), %xmm0
movss %xmm0, 8(%rdx,%rax,8)
movss 252(%rsi), %xmm0
movss %xmm0, 12(%rdx,%rax,8)
leaq (%rdx,%rcx,4), %rdi
movss 28(%rsi), %xmm0
movss %xmm0, (%rdx,%rcx,4)
movss 92(%rsi), %xmm0
movss %xmm0, 4(%rdx,%rcx,4)
movss 156(%rsi), %xmm0
movss %xmm0, 8(%rdx,%rcx,4)
movss 220(%rsi), %xmm0
movss %xmm0, 12(%rdx,%rcx,4)
movss 48(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,4)
movss 112(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,4)
movss 176(%rsi), %xmm0
movss %xmm0, 8(%rdi,%rax,4)
movss 240(%rsi), %xmm0
movss %xmm0, 12(%rdi,%rax,4)
movss 68(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,8)
movss 132(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,8)
movss 196(%rsi), %xmm0
movss %xmm0, 8(%rdi,%rax,8)
movss 260(%rsi), %xmm0
movss %xmm0, 12(%rdi,%rax,8)
retq
.globl _mlir_ciface_copy3_fixed_f32
.type _mlir_ciface_copy3_fixed_f32,@function
_mlir_ciface_copy3_fixed_f32:
subq $104, %rsp
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movups 48(%rsi), %xmm0
movups %xmm0, 72(%rsp)
movq %rcx, 32(%rsp)
movq %rax, %rsi
callq copy3_fixed_f32@PLT
addq $104, %rsp
retq
.globl copy3_mixed_f32
.type copy3_mixed_f32,@function
copy3_mixed_f32:
testq %rcx, %rcx
jle .LBB92_11
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 136(%rsp), %rax
movq 128(%rsp), %rdi
movq 88(%rsp), %r9
movq 64(%rsp), %r10
movq 56(%rsp), %r11
leaq (%rsi,%rdx,4), %rbx
movq %rbx, -8(%rsp)
movabsq $9223372036854775806, %r14
andq %r8, %r14
leaq (%rsi,%rdx,4), %rbx
addq $12, %rbx
leaq (,%r11,4), %rsi
leaq (,%r10,8), %r15
leaq 12(%r9), %r11
leaq (,%rdi,4), %r13
leaq (,%rax,8), %rbp
xorl %edi, %edi
movq %r8, -16(%rsp)
jmp .LBB92_2
.LBB92_4:
xorl %r9d, %r9d
.LBB92_8:
movq %rdi, %rdx
imulq 56(%rsp), %rdx
movq %rdi, %r12
imulq 128(%rsp), %r12
movq %rcx, %r8
movq %r13, %rcx
movq %rsi, %r13
movq -8(%rsp), %rsi
leaq (%rsi,%rdx,4), %rdx
movq 88(%rsp), %rsi
leaq (%rsi,%r12,4), %r12
movq %r9, %rsi
imulq %r10, %rsi
imulq %rax, %r9
movss (%rdx,%rsi,4), %xmm0
movss %xmm0, (%r12,%r9,4)
movss 4(%rdx,%rsi,4), %xmm0
movss %xmm0, 4(%r12,%r9,4)
movss 8(%rdx,%rsi,4), %xmm0
movss %xmm0, 8(%r12,%r9,4)
movss 12(%rdx,%rsi,4), %xmm0
movq %r13, %rsi
movq %rcx, %r13
movq %r8, %rcx
movq -16(%rsp), %r8
movss %xmm0, 12(%r12,%r9,4)
.LBB92_9:
incq %rdi
addq %rsi, %rbx
addq %r13, %r11
cmpq %rcx, %rdi
je .LBB92_10
.LBB92_2:
testq %r8, %r8
jle .LBB92_9
cmpq $1, %r8
je .LBB92_4
movq %r11, %r12
movq %rbx, %rdx
xorl %r9d, %r9d
.LBB92_6:
movss -12(%rdx), %xmm0
movss %xmm0, -12(%r12)
movss -8(%rdx), %xmm0
movss %xmm0, -8(%r12)
movss -4(%rdx), %xmm0
movss %xmm0, -4(%r12)
movss (%rdx), %xmm0
movss %xmm0, (%r12)
movss -12(%rdx,%r10,4), %xmm0
movss %xmm0, -12(%r12,%rax,4)
movss -8(%rdx,%r10,4), %xmm0
movss %xmm0, -8(%r12,%rax,4)
movss -4(%rdx,%r10,4), %xmm0
movss %xmm0, -4(%r12,%rax,4)
movss (%rdx,%r10,4), %xmm0
movss %xmm0, (%r12,%rax,4)
addq $2, %r9
addq %r15, %rdx
addq %rbp, %r12
cmpq %r9, %r14
jne .LBB92_6
testb $1, %r8b
jne .LBB92_8
jmp .LBB92_9
.LBB92_10:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB92_11:
retq
.globl _mlir_ciface_copy3_mixed_f32
.type _mlir_ciface_copy3_mixed_f32,@function
_mlir_ciface_copy3_mixed_f32:
movq 24(%rdi), %rax
testq %rax, %rax
jle .LBB93_11
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 32(%rdi), %rcx
movq 48(%rdi), %r9
movq 56(%rdi), %r8
movq 8(%rsi), %rbx
movq 48(%rsi), %r14
movq 56(%rsi), %rsi
movq 8(%rdi), %rdx
movq 16(%rdi), %rdi
leaq (%rdx,%rdi,4), %r10
movq %r10, -32(%rsp)
movabsq $9223372036854775806, %r11
andq %rcx, %r11
leaq (%rdx,%rdi,4), %r10
addq $12, %r10
movq %r9, -8(%rsp)
leaq (,%r9,4), %rdx
leaq (,%r8,8), %r15
movq %rbx, -16(%rsp)
leaq 12(%rbx), %r9
movq %r14, -24(%rsp)
leaq (,%r14,4), %r13
movq %rdx, %r14
leaq (,%rsi,8), %rbp
xorl %edi, %edi
movq %rcx, -40(%rsp)
jmp .LBB93_2
.LBB93_4:
xorl %edx, %edx
.LBB93_8:
movq %rdi, %rbx
imulq -8(%rsp), %rbx
movq %rdi, %r12
imulq -24(%rsp), %r12
movq %rax, %rcx
movq %r13, %rax
movq %r14, %r13
movq -32(%rsp), %r14
leaq (%r14,%rbx,4), %rbx
movq -16(%rsp), %r14
leaq (%r14,%r12,4), %r12
movq %rdx, %r14
imulq %r8, %r14
imulq %rsi, %rdx
movss (%rbx,%r14,4), %xmm0
movss %xmm0, (%r12,%rdx,4)
movss 4(%rbx,%r14,4), %xmm0
movss %xmm0, 4(%r12,%rdx,4)
movss 8(%rbx,%r14,4), %xmm0
movss %xmm0, 8(%r12,%rdx,4)
movss 12(%rbx,%r14,4), %xmm0
movq %r13, %r14
movq %rax, %r13
movq %rcx, %rax
movq -40(%rsp), %rcx
movss %xmm0, 12(%r12,%rdx,4)
.LBB93_9:
incq %rdi
addq %r14, %r10
addq %r13, %r9
cmpq %rax, %rdi
je .LBB93_10
.LBB93_2:
testq %rcx, %rcx
jle .LBB93_9
cmpq $1, %rcx
je .LBB93_4
movq %r9, %r12
movq %r10, %rbx
xorl %edx, %edx
.LBB93_6:
movss -12(%rbx), %xmm0
movss %xmm0, -12(%r12)
movss -8(%rbx), %xmm0
movss %xmm0, -8(%r12)
movss -4(%rbx), %xmm0
movss %xmm0, -4(%r12)
movss (%rbx), %xmm0
movss %xmm0, (%r12)
movss -12(%rbx,%r8,4), %xmm0
movss %xmm0, -12(%r12,%rsi,4)
movss -8(%rbx,%r8,4), %xmm0
movss %xmm0, -8(%r12,%rsi,4)
movss -4(%rbx,%r8,4), %xmm0
movss %xmm0, -4(%r12,%rsi,4)
movss (%rbx,%r8,4), %xmm0
movss %xmm0, (%r12,%rsi,4)
addq $2, %rdx
addq %r15, %rbx
addq %rbp, %r12
cmpq %rdx, %r11
jne .LBB93_6
testb $1, %cl
jne .LBB93_8
jmp .LBB93_9
.LBB93_10:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.LBB93_11:
retq
.globl copy4_identity_f32
.type copy4_identity_f32,@function
copy4_identity_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
subq $64, %rsp
movq %r8, -56(%rsp)
movq %rsi, -112(%rsp)
movq %rcx, 16(%rsp)
testq %rcx, %rcx
jle .LBB94_20
movq 232(%rsp), %rax
movq 224(%rsp), %rcx
movq 216(%rsp), %rdx
movq 168(%rsp), %rsi
movq 144(%rsp), %r11
movq 136(%rsp), %rdi
movq 128(%rsp), %r8
movq 120(%rsp), %r15
shlq $2, %rdx
movq %rdx, -64(%rsp)
shlq $2, %rcx
movq %rcx, -40(%rsp)
leaq -1(%r9), %rcx
movq %rax, %rdx
imulq %rcx, %rdx
addq %r15, %rdx
shlq $2, %r8
movq %r8, -72(%rsp)
shlq $2, %rdi
movq %rdi, -48(%rsp)
imulq %r11, %rcx
addq %r15, %rcx
leaq (%rsi,%rdx,4), %rdx
movq %rdx, 8(%rsp)
movq -112(%rsp), %rdx
leaq (%rdx,%rcx,4), %rcx
movq %rcx, (%rsp)
movq %r11, %rcx
orq %rax, %rcx
movabsq $9223372036854775800, %rdi
andq %r15, %rdi
movl %r15d, %r13d
andl $3, %r13d
leaq 16(%rsi), %r8
movq %r8, -80(%rsp)
shlq $2, %rax
leaq 16(%rdx), %r8
movq %r8, -88(%rsp)
shlq $2, %r11
shrq $61, %rcx
andl $1, %ecx
movq %rcx, 24(%rsp)
movq $0, -128(%rsp)
movq %rdx, -96(%rsp)
movq %rsi, -104(%rsp)
jmp .LBB94_2
.LBB94_19:
movq -128(%rsp), %rsi
incq %rsi
movq -64(%rsp), %rcx
addq %rcx, -80(%rsp)
movq -72(%rsp), %rdx
addq %rdx, -88(%rsp)
addq %rcx, -104(%rsp)
addq %rdx, -96(%rsp)
movq %rsi, -128(%rsp)
cmpq 16(%rsp), %rsi
je .LBB94_20
.LBB94_2:
cmpq $0, -56(%rsp)
jle .LBB94_19
movq -64(%rsp), %rdx
movq -128(%rsp), %rcx
imulq %rcx, %rdx
movq -72(%rsp), %rsi
imulq %rcx, %rsi
movq 168(%rsp), %rcx
addq %rdx, %rcx
movq %rcx, 40(%rsp)
addq 8(%rsp), %rdx
movq %rdx, 56(%rsp)
movq -112(%rsp), %rcx
addq %rsi, %rcx
movq %rcx, 32(%rsp)
addq (%rsp), %rsi
movq %rsi, 48(%rsp)
movq -96(%rsp), %rcx
movq %rcx, -8(%rsp)
movq -104(%rsp), %rcx
movq %rcx, -16(%rsp)
movq -88(%rsp), %rcx
movq %rcx, -24(%rsp)
movq -80(%rsp), %rcx
movq %rcx, -32(%rsp)
movq $0, -120(%rsp)
jmp .LBB94_4
.LBB94_18:
movq -120(%rsp), %rsi
incq %rsi
movq -40(%rsp), %rcx
addq %rcx, -32(%rsp)
movq -48(%rsp), %rdx
addq %rdx, -24(%rsp)
addq %rcx, -16(%rsp)
addq %rdx, -8(%rsp)
movq %rsi, -120(%rsp)
cmpq -56(%rsp), %rsi
je .LBB94_19
.LBB94_4:
testq %r9, %r9
jle .LBB94_18
movq -40(%rsp), %rcx
movq -120(%rsp), %r8
imulq %r8, %rcx
movq 40(%rsp), %rdx
addq %rcx, %rdx
addq 56(%rsp), %rcx
movq -48(%rsp), %rsi
imulq %r8, %rsi
movq 32(%rsp), %r8
addq %rsi, %r8
addq 48(%rsp), %rsi
cmpq %rsi, %rdx
setb %dl
cmpq %rcx, %r8
setb %r8b
andb %dl, %r8b
orb 24(%rsp), %r8b
movq -8(%rsp), %rsi
movq -16(%rsp), %rbp
movq -24(%rsp), %rcx
movq -32(%rsp), %r14
xorl %edx, %edx
jmp .LBB94_6
.LBB94_17:
incq %rdx
addq %rax, %r14
addq %r11, %rcx
addq %rax, %rbp
addq %r11, %rsi
cmpq %r9, %rdx
je .LBB94_18
.LBB94_6:
testq %r15, %r15
jle .LBB94_17
cmpq $8, %r15
setb %r10b
orb %r8b, %r10b
testb $1, %r10b
je .LBB94_9
xorl %r10d, %r10d
jmp .LBB94_12
.LBB94_9:
xorl %r10d, %r10d
.LBB94_10:
movups -16(%rcx,%r10,4), %xmm0
movups (%rcx,%r10,4), %xmm1
movups %xmm0, -16(%r14,%r10,4)
movups %xmm1, (%r14,%r10,4)
addq $8, %r10
cmpq %r10, %rdi
jne .LBB94_10
movq %rdi, %r10
cmpq %rdi, %r15
je .LBB94_17
.LBB94_12:
movq %r10, %rbx
testq %r13, %r13
je .LBB94_15
movq %r13, %r12
movq %r10, %rbx
.LBB94_14:
movss (%rsi,%rbx,4), %xmm0
movss %xmm0, (%rbp,%rbx,4)
incq %rbx
decq %r12
jne .LBB94_14
.LBB94_15:
subq %r15, %r10
cmpq $-4, %r10
ja .LBB94_17
.LBB94_16:
movss (%rsi,%rbx,4), %xmm0
movss %xmm0, (%rbp,%rbx,4)
movss 4(%rsi,%rbx,4), %xmm0
movss %xmm0, 4(%rbp,%rbx,4)
movss 8(%rsi,%rbx,4), %xmm0
movss %xmm0, 8(%rbp,%rbx,4)
movss 12(%rsi,%rbx,4), %xmm0
movss %xmm0, 12(%rbp,%rbx,4)
addq $4, %rbx
cmpq %rbx, %r15
jne .LBB94_16
jmp .LBB94_17
.LBB94_20:
addq $64, %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy4_identity_f32
.type _mlir_ciface_copy4_identity_f32,@function
_mlir_ciface_copy4_identity_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
subq $72, %rsp
movq 24(%rdi), %rax
movq %rax, 24(%rsp)
testq %rax, %rax
jle .LBB95_20
movq 8(%rdi), %r10
movq 32(%rdi), %rax
movq %rax, -64(%rsp)
movq 40(%rdi), %r8
movq 48(%rdi), %r9
movq 56(%rdi), %rdx
movq 64(%rdi), %r11
movq 72(%rdi), %rdi
movq 8(%rsi), %r14
movq 56(%rsi), %rax
movq 64(%rsi), %rcx
movq 72(%rsi), %rsi
shlq $2, %rax
movq %rax, -80(%rsp)
shlq $2, %rcx
movq %rcx, -56(%rsp)
leaq -1(%r8), %rax
movq %rsi, %rcx
imulq %rax, %rcx
addq %r9, %rcx
shlq $2, %rdx
movq %rdx, -72(%rsp)
shlq $2, %r11
movq %r11, -48(%rsp)
imulq %rdi, %rax
addq %r9, %rax
leaq (%r14,%rcx,4), %rcx
movq %rcx, (%rsp)
leaq (%r10,%rax,4), %rax
movq %rax, -8(%rsp)
movq %rdi, %rax
orq %rsi, %rax
movabsq $9223372036854775800, %rbx
andq %r9, %rbx
movl %r9d, %edx
andl $3, %edx
shlq $2, %rsi
shlq $2, %rdi
shrq $61, %rax
andl $1, %eax
movq %rax, 32(%rsp)
leaq 16(%r14), %rax
movq %rax, -88(%rsp)
leaq 16(%r10), %rax
movq %rax, -96(%rsp)
movq $0, -128(%rsp)
movq %r10, 16(%rsp)
movq %r10, -104(%rsp)
movq %r14, 8(%rsp)
movq %r14, -112(%rsp)
jmp .LBB95_2
.LBB95_19:
movq -128(%rsp), %r10
incq %r10
movq -80(%rsp), %rcx
addq %rcx, -88(%rsp)
movq -72(%rsp), %rax
addq %rax, -96(%rsp)
addq %rcx, -112(%rsp)
addq %rax, -104(%rsp)
movq %r10, -128(%rsp)
cmpq 24(%rsp), %r10
je .LBB95_20
.LBB95_2:
cmpq $0, -64(%rsp)
jle .LBB95_19
movq -80(%rsp), %rcx
movq -128(%rsp), %rax
imulq %rax, %rcx
movq -72(%rsp), %r10
imulq %rax, %r10
movq 8(%rsp), %rax
addq %rcx, %rax
movq %rax, 48(%rsp)
addq (%rsp), %rcx
movq %rcx, 64(%rsp)
movq 16(%rsp), %rax
addq %r10, %rax
movq %rax, 40(%rsp)
addq -8(%rsp), %r10
movq %r10, 56(%rsp)
movq -104(%rsp), %rax
movq %rax, -16(%rsp)
movq -112(%rsp), %rax
movq %rax, -24(%rsp)
movq -96(%rsp), %rax
movq %rax, -32(%rsp)
movq -88(%rsp), %rax
movq %rax, -40(%rsp)
movq $0, -120(%rsp)
jmp .LBB95_4
.LBB95_18:
movq -120(%rsp), %r10
incq %r10
movq -56(%rsp), %rcx
addq %rcx, -40(%rsp)
movq -48(%rsp), %rax
addq %rax, -32(%rsp)
addq %rcx, -24(%rsp)
addq %rax, -16(%rsp)
movq %r10, -120(%rsp)
cmpq -64(%rsp), %r10
je .LBB95_19
.LBB95_4:
testq %r8, %r8
jle .LBB95_18
movq -56(%rsp), %rax
movq -120(%rsp), %r11
imulq %r11, %rax
movq 48(%rsp), %rcx
addq %rax, %rcx
addq 64(%rsp), %rax
movq -48(%rsp), %r10
imulq %r11, %r10
movq 40(%rsp), %r11
addq %r10, %r11
addq 56(%rsp), %r10
cmpq %r10, %rcx
setb %r10b
cmpq %rax, %r11
setb %cl
andb %r10b, %cl
orb 32(%rsp), %cl
movq -16(%rsp), %rax
movq -24(%rsp), %rbp
movq -32(%rsp), %r10
movq -40(%rsp), %r14
xorl %r11d, %r11d
jmp .LBB95_6
.LBB95_17:
incq %r11
addq %rsi, %r14
addq %rdi, %r10
addq %rsi, %rbp
addq %rdi, %rax
cmpq %r8, %r11
je .LBB95_18
.LBB95_6:
testq %r9, %r9
jle .LBB95_17
cmpq $8, %r9
setb %r15b
orb %cl, %r15b
testb $1, %r15b
je .LBB95_9
xorl %r12d, %r12d
jmp .LBB95_12
.LBB95_9:
xorl %r15d, %r15d
.LBB95_10:
movups -16(%r10,%r15,4), %xmm0
movups (%r10,%r15,4), %xmm1
movups %xmm0, -16(%r14,%r15,4)
movups %xmm1, (%r14,%r15,4)
addq $8, %r15
cmpq %r15, %rbx
jne .LBB95_10
movq %rbx, %r12
cmpq %rbx, %r9
je .LBB95_17
.LBB95_12:
movq %r12, %r15
testq %rdx, %rdx
je .LBB95_15
movq %rdx, %r13
movq %r12, %r15
.LBB95_14:
movss (%rax,%r15,4), %xmm0
movss %xmm0, (%rbp,%r15,4)
incq %r15
decq %r13
jne .LBB95_14
.LBB95_15:
subq %r9, %r12
cmpq $-4, %r12
ja .LBB95_17
.LBB95_16:
movss (%rax,%r15,4), %xmm0
movss %xmm0, (%rbp,%r15,4)
movss 4(%rax,%r15,4), %xmm0
movss %xmm0, 4(%rbp,%r15,4)
movss 8(%rax,%r15,4), %xmm0
movss %xmm0, 8(%rbp,%r15,4)
movss 12(%rax,%r15,4), %xmm0
movss %xmm0, 12(%rbp,%r15,4)
addq $4, %r15
cmpq %r15, %r9
jne .LBB95_16
jmp .LBB95_17
.LBB95_20:
addq $72, %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy4_static_f32
.type copy4_static_f32,@function
copy4_static_f32:
movq 104(%rsp), %rdi
movq 112(%rsp), %rcx
movq 120(%rsp), %rax
movq 56(%rsp), %r8
movss (%rsi), %xmm0
movss %xmm0, (%r8)
movss 4(%rsi), %xmm0
movss %xmm0, 4(%r8)
leaq (,%rax,4), %rdx
movss 8(%rsi), %xmm0
movss %xmm0, (%r8,%rax,4)
movss 12(%rsi), %xmm0
movss %xmm0, 4(%r8,%rax,4)
movss 16(%rsi), %xmm0
movss %xmm0, (%r8,%rax,8)
movss 20(%rsi), %xmm0
movss %xmm0, 4(%r8,%rax,8)
leaq (%rdx,%rdx,2), %rdx
movss 24(%rsi), %xmm0
movss %xmm0, (%r8,%rdx)
movss 28(%rsi), %xmm0
movss %xmm0, 4(%r8,%rdx)
leaq (%r8,%rcx,4), %r9
movss 32(%rsi), %xmm0
movss %xmm0, (%r8,%rcx,4)
movss 36(%rsi), %xmm0
movss %xmm0, 4(%r8,%rcx,4)
movss 40(%rsi), %xmm0
movss %xmm0, (%r9,%rax,4)
movss 44(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,4)
movss 48(%rsi), %xmm0
movss %xmm0, (%r9,%rax,8)
movss 52(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,8)
movss 56(%rsi), %xmm0
movss %xmm0, (%r9,%rdx)
movss 60(%rsi), %xmm0
movss %xmm0, 4(%r9,%rdx)
leaq (%r8,%rcx,8), %r9
movss 64(%rsi), %xmm0
movss %xmm0, (%r8,%rcx,8)
movss 68(%rsi), %xmm0
movss %xmm0, 4(%r8,%rcx,8)
movss 72(%rsi), %xmm0
movss %xmm0, (%r9,%rax,4)
movss 76(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,4)
movss 80(%rsi), %xmm0
movss %xmm0, (%r9,%rax,8)
movss 84(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,8)
movss 88(%rsi), %xmm0
movss %xmm0, (%r9,%rdx)
movss 92(%rsi), %xmm0
movss %xmm0, 4(%r9,%rdx)
leaq (%r8,%rdi,4), %r9
movss 96(%rsi), %xmm0
movss %xmm0, (%r8,%rdi,4)
movss 100(%rsi), %xmm0
movss %xmm0, 4(%r8,%rdi,4)
movss 104(%rsi), %xmm0
movss %xmm0, (%r9,%rax,4)
movss 108(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,4)
movss 112(%rsi), %xmm0
movss %xmm0, (%r9,%rax,8)
movss 116(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,8)
movss 120(%rsi), %xmm0
movss %xmm0, (%r9,%rdx)
movss 124(%rsi), %xmm0
movss %xmm0, 4(%r9,%rdx)
leaq (%r9,%rcx,4), %rdi
movss 128(%rsi), %xmm0
movss %xmm0, (%r9,%rcx,4)
movss 132(%rsi), %xmm0
movss %xmm0, 4(%r9,%rcx,4)
movss 136(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,4)
movss 140(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,4)
movss 144(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,8)
movss 148(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,8)
movss 152(%rsi), %xmm0
movss %xmm0, (%rdi,%rdx)
movss 156(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rdx)
leaq (%r9,%rcx,8), %rdi
movss 160(%rsi), %xmm0
movss %xmm0, (%r9,%rcx,8)
movss 164(%rsi), %xmm0
movss %xmm0, 4(%r9,%rcx,8)
movss 168(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,4)
movss 172(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,4)
movss 176(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,8)
movss 180(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,8)
movss 184(%rsi), %xmm0
movss %xmm0, (%rdi,%rdx)
movss 188(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rdx)
retq
.globl _mlir_ciface_copy4_static_f32
.type _mlir_ciface_copy4_static_f32,@function
_mlir_ciface_copy4_static_f32:
subq $136, %rsp
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movups 56(%rsi), %xmm0
movq 72(%rsi), %rdx
movq %rdx, 112(%rsp)
movups %xmm0, 96(%rsp)
movq %rcx, 48(%rsp)
movq %rax, %rsi
callq copy4_static_f32@PLT
addq $136, %rsp
retq
.globl copy4_strided_f32
.type copy4_strided_f32,@function
copy4_strided_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
subq $104, %rsp
movq %r9, -104(%rsp)
movq %r8, -48(%rsp)
movq %rcx, 40(%rsp)
testq %rcx, %rcx
jle .LBB98_21
movq 272(%rsp), %r14
movq 264(%rsp), %rax
movq 256(%rsp), %rcx
movq 208(%rsp), %rdi
movq 192(%rsp), %rbx
movq 184(%rsp), %r8
movq 176(%rsp), %r10
movq 168(%rsp), %r9
movq 160(%rsp), %r13
leaq (%rsi,%rdx,4), %r11
shlq $2, %rcx
movq %rcx, -56(%rsp)
shlq $2, %rax
movq %rax, -32(%rsp)
movq -104(%rsp), %rax
decq %rax
movq %r14, %rcx
imulq %rax, %rcx
addq %r13, %rcx
shlq $2, %r9
movq %r9, -64(%rsp)
shlq $2, %r10
movq %r10, -40(%rsp)
imulq %r8, %rax
addq %r13, %rax
addq %rdx, %rax
leaq (%rdi,%rcx,4), %rcx
movq %rcx, 24(%rsp)
leaq (%rsi,%rax,4), %rax
movq %rax, 16(%rsp)
cmpq $12, %r13
setae %al
cmpq $1, %rbx
sete %r9b
andb %al, %r9b
leaq (%rsi,%rdx,4), %rax
addq $16, %rax
movq %rax, -72(%rsp)
movq %r8, %rax
orq %r14, %rax
movabsq $9223372036854775800, %r10
andq %r13, %r10
movl %r13d, %ecx
andl $3, %ecx
movq %rcx, 8(%rsp)
shlq $2, %r14
movq %r14, 96(%rsp)
shlq $2, %r8
movq %r8, 88(%rsp)
leaq (,%rbx,4), %rcx
shlq $4, %rbx
shrq $61, %rax
andl $1, %eax
movq %rax, 48(%rsp)
notb %r9b
movb %r9b, -122(%rsp)
leaq 16(%rdi), %rax
movq %rax, -80(%rsp)
movq $0, -120(%rsp)
movq %r11, 32(%rsp)
movq %r11, -88(%rsp)
movq %rdi, -96(%rsp)
jmp .LBB98_2
.LBB98_20:
movq -120(%rsp), %rsi
incq %rsi
movq -56(%rsp), %rax
addq %rax, -80(%rsp)
movq -64(%rsp), %rdx
addq %rdx, -72(%rsp)
addq %rax, -96(%rsp)
addq %rdx, -88(%rsp)
movq %rsi, -120(%rsp)
cmpq 40(%rsp), %rsi
je .LBB98_21
.LBB98_2:
cmpq $0, -48(%rsp)
jle .LBB98_20
movq -56(%rsp), %rdx
movq -120(%rsp), %rax
imulq %rax, %rdx
movq -64(%rsp), %rsi
imulq %rax, %rsi
movq 208(%rsp), %rax
addq %rdx, %rax
movq %rax, 64(%rsp)
addq 24(%rsp), %rdx
movq %rdx, 80(%rsp)
movq 32(%rsp), %rax
addq %rsi, %rax
movq %rax, 56(%rsp)
addq 16(%rsp), %rsi
movq %rsi, 72(%rsp)
movq -88(%rsp), %rax
movq %rax, (%rsp)
movq -96(%rsp), %rax
movq %rax, -8(%rsp)
movq -72(%rsp), %rax
movq %rax, -16(%rsp)
movq -80(%rsp), %rax
movq %rax, -24(%rsp)
movq $0, -112(%rsp)
jmp .LBB98_4
.LBB98_19:
movq -112(%rsp), %rsi
incq %rsi
movq -32(%rsp), %rax
addq %rax, -24(%rsp)
movq -40(%rsp), %rdx
addq %rdx, -16(%rsp)
addq %rax, -8(%rsp)
addq %rdx, (%rsp)
movq %rsi, -112(%rsp)
cmpq -48(%rsp), %rsi
je .LBB98_20
.LBB98_4:
cmpq $0, -104(%rsp)
jle .LBB98_19
movq -32(%rsp), %rax
movq -112(%rsp), %rdi
imulq %rdi, %rax
movq 64(%rsp), %rdx
addq %rax, %rdx
addq 80(%rsp), %rax
movq -40(%rsp), %rsi
imulq %rdi, %rsi
movq 56(%rsp), %rdi
addq %rsi, %rdi
addq 72(%rsp), %rsi
cmpq %rsi, %rdx
setb %dl
cmpq %rax, %rdi
setb %al
andb %dl, %al
orb 48(%rsp), %al
orb -122(%rsp), %al
movb %al, -121(%rsp)
movq (%rsp), %r14
movq -8(%rsp), %r11
movq -16(%rsp), %r12
movq -24(%rsp), %r8
xorl %r15d, %r15d
jmp .LBB98_6
.LBB98_18:
incq %r15
movq 96(%rsp), %rax
addq %rax, %r8
movq 88(%rsp), %rdx
addq %rdx, %r12
addq %rax, %r11
addq %rdx, %r14
cmpq -104(%rsp), %r15
je .LBB98_19
.LBB98_6:
testq %r13, %r13
jle .LBB98_18
testb $1, -121(%rsp)
je .LBB98_9
xorl %ebp, %ebp
jmp .LBB98_12
.LBB98_9:
xorl %eax, %eax
.LBB98_10:
movups -16(%r12,%rax,4), %xmm0
movups (%r12,%rax,4), %xmm1
movups %xmm0, -16(%r8,%rax,4)
movups %xmm1, (%r8,%rax,4)
addq $8, %rax
cmpq %rax, %r10
jne .LBB98_10
movq %r10, %rbp
cmpq %r10, %r13
je .LBB98_18
.LBB98_12:
movq %rbp, %rsi
cmpq $0, 8(%rsp)
je .LBB98_15
movq %rcx, %rax
imulq %rbp, %rax
addq %r14, %rax
movq 8(%rsp), %rdx
movq %rbp, %rsi
.LBB98_14:
movss (%rax), %xmm0
movss %xmm0, (%r11,%rsi,4)
incq %rsi
addq %rcx, %rax
decq %rdx
jne .LBB98_14
.LBB98_15:
subq %r13, %rbp
cmpq $-4, %rbp
ja .LBB98_18
movq %rcx, %rbp
imulq %rsi, %rbp
leaq 3(%rsi), %rdi
imulq %rcx, %rdi
leaq 2(%rsi), %r9
imulq %rcx, %r9
leaq 1(%rsi), %rax
imulq %rcx, %rax
movq %r14, %rdx
.LBB98_17:
movss (%rdx,%rbp), %xmm0
movss %xmm0, (%r11,%rsi,4)
movss (%rdx,%rax), %xmm0
movss %xmm0, 4(%r11,%rsi,4)
movss (%rdx,%r9), %xmm0
movss %xmm0, 8(%r11,%rsi,4)
movss (%rdx,%rdi), %xmm0
movss %xmm0, 12(%r11,%rsi,4)
addq $4, %rsi
addq %rbx, %rdx
cmpq %rsi, %r13
jne .LBB98_17
jmp .LBB98_18
.LBB98_21:
addq $104, %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy4_strided_f32
.type _mlir_ciface_copy4_strided_f32,@function
_mlir_ciface_copy4_strided_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
subq $112, %rsp
movq 24(%rdi), %rax
movq %rax, 48(%rsp)
testq %rax, %rax
jle .LBB99_21
movq 40(%rdi), %rax
movq 48(%rdi), %rdx
movq 56(%rdi), %r10
movq 64(%rdi), %rbx
movq 72(%rdi), %r14
movq 80(%rdi), %r11
movq 56(%rsi), %r15
movq 72(%rsi), %r12
movq 8(%rdi), %r13
movq 16(%rdi), %r8
movq %rax, 8(%rsp)
leaq -1(%rax), %rcx
movq %r12, %rax
imulq %rcx, %rax
imulq %r14, %rcx
addq %r8, %rcx
addq %rdx, %rcx
leaq (,%r8,4), %r9
addq %r13, %r9
leaq (%r13,%rcx,4), %rcx
movq %rcx, 32(%rsp)
leaq 16(,%r8,4), %rcx
addq %r13, %rcx
movq %rcx, -80(%rsp)
movq 64(%rsi), %rcx
shlq $2, %r15
movq %r15, -72(%rsp)
shlq $2, %rcx
movq %rcx, -48(%rsp)
addq %rdx, %rax
shlq $2, %r10
movq %r10, -64(%rsp)
shlq $2, %rbx
movq %rbx, -40(%rsp)
cmpq $12, %rdx
setae %cl
cmpq $1, %r11
sete %r10b
andb %cl, %r10b
movq 32(%rdi), %rcx
movq %rcx, -56(%rsp)
movq 8(%rsi), %rcx
leaq (%rcx,%rax,4), %rax
movq %rax, 16(%rsp)
movq %r14, %rdi
orq %r12, %rdi
movabsq $9223372036854775800, %rax
andq %rdx, %rax
movl %edx, %r8d
andl $3, %r8d
movq %r8, (%rsp)
shlq $2, %r12
movq %r12, 96(%rsp)
shlq $2, %r14
movq %r14, 104(%rsp)
leaq (,%r11,4), %r8
shlq $4, %r11
shrq $61, %rdi
andl $1, %edi
movq %rdi, 56(%rsp)
notb %r10b
movb %r10b, -122(%rsp)
leaq 16(%rcx), %rsi
movq %rsi, -88(%rsp)
movq $0, -120(%rsp)
movq %r9, 40(%rsp)
movq %r9, -96(%rsp)
movq %rcx, 24(%rsp)
movq %rcx, -104(%rsp)
jmp .LBB99_2
.LBB99_20:
movq -120(%rsp), %rdi
incq %rdi
movq -72(%rsp), %rsi
addq %rsi, -88(%rsp)
movq -64(%rsp), %rcx
addq %rcx, -80(%rsp)
addq %rsi, -104(%rsp)
addq %rcx, -96(%rsp)
movq %rdi, -120(%rsp)
cmpq 48(%rsp), %rdi
je .LBB99_21
.LBB99_2:
cmpq $0, -56(%rsp)
jle .LBB99_20
movq -72(%rsp), %rsi
movq -120(%rsp), %rcx
imulq %rcx, %rsi
movq -64(%rsp), %rdi
imulq %rcx, %rdi
movq 24(%rsp), %rcx
addq %rsi, %rcx
movq %rcx, 72(%rsp)
addq 16(%rsp), %rsi
movq %rsi, 88(%rsp)
movq 40(%rsp), %rcx
addq %rdi, %rcx
movq %rcx, 64(%rsp)
addq 32(%rsp), %rdi
movq %rdi, 80(%rsp)
movq -96(%rsp), %rcx
movq %rcx, -8(%rsp)
movq -104(%rsp), %rcx
movq %rcx, -16(%rsp)
movq -80(%rsp), %rcx
movq %rcx, -24(%rsp)
movq -88(%rsp), %rcx
movq %rcx, -32(%rsp)
movq $0, -112(%rsp)
jmp .LBB99_4
.LBB99_19:
movq -112(%rsp), %rdi
incq %rdi
movq -48(%rsp), %rsi
addq %rsi, -32(%rsp)
movq -40(%rsp), %rcx
addq %rcx, -24(%rsp)
addq %rsi, -16(%rsp)
addq %rcx, -8(%rsp)
movq %rdi, -112(%rsp)
cmpq -56(%rsp), %rdi
je .LBB99_20
.LBB99_4:
cmpq $0, 8(%rsp)
jle .LBB99_19
movq -48(%rsp), %rcx
movq -112(%rsp), %r9
imulq %r9, %rcx
movq 72(%rsp), %rsi
addq %rcx, %rsi
addq 88(%rsp), %rcx
movq -40(%rsp), %rdi
imulq %r9, %rdi
movq 64(%rsp), %r9
addq %rdi, %r9
addq 80(%rsp), %rdi
cmpq %rdi, %rsi
setb %sil
cmpq %rcx, %r9
setb %cl
andb %sil, %cl
orb 56(%rsp), %cl
orb -122(%rsp), %cl
movb %cl, -121(%rsp)
movq -8(%rsp), %r14
movq -16(%rsp), %r15
movq -24(%rsp), %rbx
movq -32(%rsp), %r13
xorl %ebp, %ebp
jmp .LBB99_6
.LBB99_18:
incq %rbp
movq 96(%rsp), %rsi
addq %rsi, %r13
movq 104(%rsp), %rcx
addq %rcx, %rbx
addq %rsi, %r15
addq %rcx, %r14
cmpq 8(%rsp), %rbp
je .LBB99_19
.LBB99_6:
testq %rdx, %rdx
jle .LBB99_18
testb $1, -121(%rsp)
je .LBB99_9
xorl %esi, %esi
jmp .LBB99_12
.LBB99_9:
xorl %ecx, %ecx
.LBB99_10:
movups -16(%rbx,%rcx,4), %xmm0
movups (%rbx,%rcx,4), %xmm1
movups %xmm0, -16(%r13,%rcx,4)
movups %xmm1, (%r13,%rcx,4)
addq $8, %rcx
cmpq %rcx, %rax
jne .LBB99_10
movq %rax, %rsi
cmpq %rax, %rdx
je .LBB99_18
.LBB99_12:
movq %rsi, %rdi
cmpq $0, (%rsp)
je .LBB99_15
movq %r8, %rcx
imulq %rsi, %rcx
addq %r14, %rcx
movq (%rsp), %r9
movq %rsi, %rdi
.LBB99_14:
movss (%rcx), %xmm0
movss %xmm0, (%r15,%rdi,4)
incq %rdi
addq %r8, %rcx
decq %r9
jne .LBB99_14
.LBB99_15:
subq %rdx, %rsi
cmpq $-4, %rsi
ja .LBB99_18
movq %r8, %rsi
imulq %rdi, %rsi
leaq 3(%rdi), %rcx
imulq %r8, %rcx
leaq 2(%rdi), %r9
imulq %r8, %r9
leaq 1(%rdi), %r10
imulq %r8, %r10
movq %r14, %r12
.LBB99_17:
movss (%r12,%rsi), %xmm0
movss %xmm0, (%r15,%rdi,4)
movss (%r12,%r10), %xmm0
movss %xmm0, 4(%r15,%rdi,4)
movss (%r12,%r9), %xmm0
movss %xmm0, 8(%r15,%rdi,4)
movss (%r12,%rcx), %xmm0
movss %xmm0, 12(%r15,%rdi,4)
addq $4, %rdi
addq %r11, %r12
cmpq %rdi, %rdx
jne .LBB99_17
jmp .LBB99_18
.LBB99_21:
addq $112, %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl copy4_fixed_f32
.type copy4_fixed_f32,@function
copy4_fixed_f32:
movq 104(%rsp), %rdi
movq 112(%rsp), %rcx
movq 120(%rsp), %rax
movq 56(%rsp), %r8
movss 20(%rsi), %xmm0
movss %xmm0, (%r8)
movss 280(%rsi), %xmm0
movss %xmm0, 4(%r8)
leaq (,%rax,4), %rdx
movss 84(%rsi), %xmm0
movss %xmm0, (%r8,%rax,4)
movss 344(%rsi), %xmm0
movss %xmm0, 4(%r8,%rax,4)
movss 148(%rsi), %xmm0
movss %xmm0, (%r8,%rax,8)
movss 408(%rsi), %xmm0
movss %xmm0, 4(%r8,%rax,8)
leaq (%rdx,%rdx,2), %rdx
movss 212(%rsi), %xmm0
movss %xmm0, (%r8,%rdx)
movss 472(%rsi), %xmm0
movss %xmm0, 4(%r8,%rdx)
leaq (%r8,%rcx,4), %r9
movss 40(%rsi), %xmm0
movss %xmm0, (%r8,%rcx,4)
movss 300(%rsi), %xmm0
movss %xmm0, 4(%r8,%rcx,4)
movss 104(%rsi), %xmm0
movss %xmm0, (%r9,%rax,4)
movss 364(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,4)
movss 168(%rsi), %xmm0
movss %xmm0, (%r9,%rax,8)
movss 428(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,8)
movss 232(%rsi), %xmm0
movss %xmm0, (%r9,%rdx)
movss 492(%rsi), %xmm0
movss %xmm0, 4(%r9,%rdx)
leaq (%r8,%rcx,8), %r9
movss 60(%rsi), %xmm0
movss %xmm0, (%r8,%rcx,8)
movss 320(%rsi), %xmm0
movss %xmm0, 4(%r8,%rcx,8)
movss 124(%rsi), %xmm0
movss %xmm0, (%r9,%rax,4)
movss 384(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,4)
movss 188(%rsi), %xmm0
movss %xmm0, (%r9,%rax,8)
movss 448(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,8)
movss 252(%rsi), %xmm0
movss %xmm0, (%r9,%rdx)
movss 512(%rsi), %xmm0
movss %xmm0, 4(%r9,%rdx)
leaq (%r8,%rdi,4), %r9
movss 28(%rsi), %xmm0
movss %xmm0, (%r8,%rdi,4)
movss 288(%rsi), %xmm0
movss %xmm0, 4(%r8,%rdi,4)
movss 92(%rsi), %xmm0
movss %xmm0, (%r9,%rax,4)
movss 352(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,4)
movss 156(%rsi), %xmm0
movss %xmm0, (%r9,%rax,8)
movss 416(%rsi), %xmm0
movss %xmm0, 4(%r9,%rax,8)
movss 220(%rsi), %xmm0
movss %xmm0, (%r9,%rdx)
movss 480(%rsi), %xmm0
movss %xmm0, 4(%r9,%rdx)
leaq (%r9,%rcx,4), %rdi
movss 48(%rsi), %xmm0
movss %xmm0, (%r9,%rcx,4)
movss 308(%rsi), %xmm0
movss %xmm0, 4(%r9,%rcx,4)
movss 112(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,4)
movss 372(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,4)
movss 176(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,8)
movss 436(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,8)
movss 240(%rsi), %xmm0
movss %xmm0, (%rdi,%rdx)
movss 500(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rdx)
leaq (%r9,%rcx,8), %rdi
movss 68(%rsi), %xmm0
movss %xmm0, (%r9,%rcx,8)
movss 328(%rsi), %xmm0
movss %xmm0, 4(%r9,%rcx,8)
movss 132(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,4)
movss 392(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,4)
movss 196(%rsi), %xmm0
movss %xmm0, (%rdi,%rax,8)
movss 456(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rax,8)
movss 260(%rsi), %xmm0
movss %xmm0, (%rdi,%rdx)
movss 520(%rsi), %xmm0
movss %xmm0, 4(%rdi,%rdx)
retq
.globl _mlir_ciface_copy4_fixed_f32
.type _mlir_ciface_copy4_fixed_f32,@function
_mlir_ciface_copy4_fixed_f32:
subq $136, %rsp
movq 8(%rdi), %rax
movq 8(%rsi), %rcx
movups 56(%rsi), %xmm0
movq 72(%rsi), %rdx
movq %rdx, 112(%rsp)
movups %xmm0, 96(%rsp)
movq %rcx, 48(%rsp)
movq %rax, %rsi
callq copy4_fixed_f32@PLT
addq $136, %rsp
retq
.globl copy4_mixed_f32
.type copy4_mixed_f32,@function
copy4_mixed_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rcx, -24(%rsp)
testq %rcx, %rcx
jle .LBB102_13
movq 168(%rsp), %rcx
movq 160(%rsp), %rdi
movq 152(%rsp), %r10
movq 104(%rsp), %rbx
movq %r9, -88(%rsp)
movq 80(%rsp), %r11
movq 72(%rsp), %r14
movq 64(%rsp), %r15
leaq (%rsi,%rdx,4), %rax
movq %rax, -48(%rsp)
leaq (,%rdx,4), %rax
movabsq $9223372036854775806, %r13
andq -88(%rsp), %r13
leaq (%rax,%r11,4), %rax
addq %rsi, %rax
addq $4, %rax
movq %rax, -56(%rsp)
leaq (,%r15,4), %rax
movq %rax, -32(%rsp)
leaq (,%r14,4), %r15
leaq (,%r11,8), %r9
movq -88(%rsp), %r11
leaq 4(%rsi,%rdx,4), %rax
movq %rax, -64(%rsp)
leaq (%rbx,%rcx,4), %rax
movq %rax, -72(%rsp)
leaq (,%r10,4), %rax
movq %rax, -40(%rsp)
leaq (,%rdi,4), %r10
leaq (,%rcx,8), %rcx
movq $0, -96(%rsp)
movq %rbx, -80(%rsp)
jmp .LBB102_2
.LBB102_12:
movq -96(%rsp), %rsi
incq %rsi
movq -32(%rsp), %rax
addq %rax, -56(%rsp)
movq -40(%rsp), %rdx
addq %rdx, -72(%rsp)
addq %rax, -64(%rsp)
addq %rdx, -80(%rsp)
movq %rsi, -96(%rsp)
cmpq -24(%rsp), %rsi
je .LBB102_13
.LBB102_2:
testq %r8, %r8
jle .LBB102_12
movq -96(%rsp), %rsi
movq %rsi, %rax
imulq 64(%rsp), %rax
movq -48(%rsp), %rdx
leaq (%rdx,%rax,4), %rax
movq %rax, -8(%rsp)
movq %rsi, %rax
imulq 152(%rsp), %rax
movq 104(%rsp), %rdx
leaq (%rdx,%rax,4), %rax
movq %rax, -16(%rsp)
movq -80(%rsp), %rax
movq -64(%rsp), %rdx
movq -72(%rsp), %rsi
movq -56(%rsp), %rbp
xorl %r14d, %r14d
jmp .LBB102_4
.LBB102_6:
xorl %r12d, %r12d
.LBB102_10:
movq %r14, %rdi
imulq 72(%rsp), %rdi
movq %r14, %rbx
imulq 160(%rsp), %rbx
movq -8(%rsp), %r11
leaq (%r11,%rdi,4), %rdi
movq -16(%rsp), %r11
leaq (%r11,%rbx,4), %rbx
movq %r10, %r11
movq %r15, %r10
movq %r12, %r15
imulq 80(%rsp), %r15
imulq 168(%rsp), %r12
movss (%rdi,%r15,4), %xmm0
movss %xmm0, (%rbx,%r12,4)
movss 4(%rdi,%r15,4), %xmm0
movq %r10, %r15
movq %r11, %r10
movq -88(%rsp), %r11
movss %xmm0, 4(%rbx,%r12,4)
.LBB102_11:
incq %r14
addq %r15, %rbp
addq %r10, %rsi
addq %r15, %rdx
addq %r10, %rax
cmpq %r8, %r14
je .LBB102_12
.LBB102_4:
testq %r11, %r11
jle .LBB102_11
cmpq $1, %r11
je .LBB102_6
movl $4, %edi
xorl %ebx, %ebx
xorl %r12d, %r12d
.LBB102_8:
movss -4(%rdx,%rbx), %xmm0
movss %xmm0, -4(%rax,%rdi)
movss (%rdx,%rbx), %xmm0
movss %xmm0, (%rax,%rdi)
movss -4(%rbp,%rbx), %xmm0
movss %xmm0, -4(%rsi,%rdi)
movss (%rbp,%rbx), %xmm0
movss %xmm0, (%rsi,%rdi)
addq $2, %r12
addq %r9, %rbx
addq %rcx, %rdi
cmpq %r12, %r13
jne .LBB102_8
testb $1, %r11b
jne .LBB102_10
jmp .LBB102_11
.LBB102_13:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_copy4_mixed_f32
.type _mlir_ciface_copy4_mixed_f32,@function
_mlir_ciface_copy4_mixed_f32:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
subq $24, %rsp
movq 24(%rdi), %rax
movq %rax, -32(%rsp)
testq %rax, %rax
jle .LBB103_13
movq 32(%rdi), %rcx
movq 40(%rdi), %rdx
movq 56(%rdi), %r8
movq 64(%rdi), %r9
movq 72(%rdi), %r10
movq 8(%rsi), %r11
movq 56(%rsi), %rbx
movq 64(%rsi), %r14
movq 72(%rsi), %r12
movq 8(%rdi), %rax
movq 16(%rdi), %rsi
leaq (%rax,%rsi,4), %rdi
movq %rdi, -80(%rsp)
movabsq $9223372036854775806, %r15
andq %rdx, %r15
leaq (,%r10,4), %rdi
leaq (%rdi,%rsi,4), %rdi
addq %rax, %rdi
addq $4, %rdi
movq %rdi, -96(%rsp)
movq %r8, -56(%rsp)
leaq (,%r8,4), %rdi
movq %rdi, -40(%rsp)
leaq 4(%rax,%rsi,4), %rax
movq %rax, -104(%rsp)
movq %r9, (%rsp)
leaq (,%r9,4), %r8
movq %r10, -8(%rsp)
leaq (,%r10,8), %rdi
leaq (%r11,%r12,4), %rax
movq %rax, -112(%rsp)
movq %rbx, -72(%rsp)
leaq (,%rbx,4), %rax
movq %rax, -48(%rsp)
movq %r14, -16(%rsp)
leaq (,%r14,4), %rax
movq %r12, -24(%rsp)
leaq (,%r12,8), %r13
movq $0, -128(%rsp)
movq %r11, -64(%rsp)
movq %r11, -120(%rsp)
movq %r8, -88(%rsp)
jmp .LBB103_2
.LBB103_12:
movq -128(%rsp), %r10
incq %r10
movq -40(%rsp), %rsi
addq %rsi, -96(%rsp)
movq -48(%rsp), %r9
addq %r9, -112(%rsp)
addq %r9, -120(%rsp)
addq %rsi, -104(%rsp)
movq %r10, -128(%rsp)
cmpq -32(%rsp), %r10
je .LBB103_13
.LBB103_2:
testq %rcx, %rcx
jle .LBB103_12
movq -128(%rsp), %r9
movq %r9, %rsi
imulq -56(%rsp), %rsi
movq -80(%rsp), %r8
leaq (%r8,%rsi,4), %rsi
movq %rsi, 16(%rsp)
movq %r9, %rsi
imulq -72(%rsp), %rsi
movq -64(%rsp), %r8
leaq (%r8,%rsi,4), %rsi
movq %rsi, 8(%rsp)
movq -88(%rsp), %r8
movq -104(%rsp), %r12
movq -120(%rsp), %r9
movq -112(%rsp), %r10
movq -96(%rsp), %r14
xorl %esi, %esi
jmp .LBB103_4
.LBB103_6:
xorl %r11d, %r11d
.LBB103_10:
movq %rsi, %rbx
imulq (%rsp), %rbx
movq %rsi, %rbp
imulq -16(%rsp), %rbp
movq 16(%rsp), %r8
leaq (%r8,%rbx,4), %rbx
movq 8(%rsp), %r8
leaq (%r8,%rbp,4), %rbp
movq %rcx, %r8
movq %r11, %rcx
imulq -8(%rsp), %rcx
imulq -24(%rsp), %r11
movss (%rbx,%rcx,4), %xmm0
movss %xmm0, (%rbp,%r11,4)
movss 4(%rbx,%rcx,4), %xmm0
movq %r8, %rcx
movq -88(%rsp), %r8
movss %xmm0, 4(%rbp,%r11,4)
.LBB103_11:
incq %rsi
addq %r8, %r14
addq %rax, %r10
addq %rax, %r9
addq %r8, %r12
cmpq %rcx, %rsi
je .LBB103_12
.LBB103_4:
testq %rdx, %rdx
jle .LBB103_11
cmpq $1, %rdx
je .LBB103_6
movl $4, %ebp
xorl %ebx, %ebx
xorl %r11d, %r11d
.LBB103_8:
movss -4(%r12,%rbx), %xmm0
movss %xmm0, -4(%r9,%rbp)
movss (%r12,%rbx), %xmm0
movss %xmm0, (%r9,%rbp)
movss -4(%r14,%rbx), %xmm0
movss %xmm0, -4(%r10,%rbp)
movss (%r14,%rbx), %xmm0
movss %xmm0, (%r10,%rbp)
addq $2, %r11
addq %rdi, %rbx
addq %r13, %rbp
cmpq %r11, %r15
jne .LBB103_8
testb $1, %dl
jne .LBB103_10
jmp .LBB103_11
.LBB103_13:
addq $24, %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.section ".note.GNU-stack","",@progbits
